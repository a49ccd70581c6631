import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import { Toasts } from '@/ui/toast'
import type { paths } from '../../api/schema'
import type { OfficeTable } from '../../api/types'
import { english } from '../../i18n/english'
import { times } from './figures'
import { SwitchDialog } from './SwitchDialog'
import { Tables } from './TablesPage'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const TABLE = { game: { identifier: 'northlight/polar-ascent', title: 'Polar Ascent' }, closed: null, round: null } as OfficeTable
const CLOSED: OfficeTable = { ...TABLE, closed: { by: 'Ada', reason: 'odd', told: 'check', at: '2026-01-01T00:00:00Z' } }

/** Shows the dialog for a table; what is sent by it. */
function shown(table: OfficeTable) {
  const sent: unknown[] = []
  const onClose = vi.fn()
  server.use(
    http.post('/api/tables/{provider}/{slug}/close', async ({ params, request, response }) => {
      sent.push({ ...params, ...(await request.json()) })
      return response(204).empty()
    }),
    http.post('/api/tables/{provider}/{slug}/open', async ({ params, request, response }) => {
      sent.push({ ...params, ...(await request.json()) })
      return response(204).empty()
    }),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SwitchDialog table={table} onClose={onClose} />
      <Toasts />
    </QueryClientProvider>,
  )
  return { sent, onClose }
}

test('a table is closed with a reason and with what its players are told', async () => {
  const { sent, onClose } = shown(TABLE)
  const user = userEvent.setup()
  const dialog = await screen.findByRole('dialog', { name: 'Close Polar Ascent after its round?' })
  expect(await axeFindings(dialog)).toEqual([])
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'What players are told' }), 'We are checking it')
  await user.type(within(dialog).getByRole('textbox'), 'the curve looks odd')
  await user.click(within(dialog).getByRole('button', { name: 'Close after the round' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ provider: 'northlight', slug: 'polar-ascent', told: 'check', reason: 'the curve looks odd' }])
})

test('a closed table is opened with a reason alone', async () => {
  const { sent } = shown(CLOSED)
  const user = userEvent.setup()
  const dialog = await screen.findByRole('dialog', { name: 'Open Polar Ascent?' })
  expect(within(dialog).queryByRole('combobox')).toBeNull()
  await user.type(within(dialog).getByRole('textbox'), 'looked into')
  await user.click(within(dialog).getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(sent).toEqual([{ provider: 'northlight', slug: 'polar-ascent', reason: 'looked into' }]))
})

test('a colleague who was first is told of, and the dialog goes', async () => {
  const { onClose } = shown(TABLE)
  server.use(
    http.untyped.post('/api/tables/northlight/polar-ascent/close', () =>
      HttpResponse.json({ error: { code: 'already_switched', message: 'Somebody has.' } }, { status: 409 }),
    ),
  )
  const user = userEvent.setup()
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), 'the curve looks odd')
  await user.click(within(dialog).getByRole('button', { name: 'Close after the round' }))
  expect(await screen.findByText('A colleague has switched this in the meantime.')).toBeTruthy()
  expect(onClose).toHaveBeenCalled()
})

test('tables that could not be loaded leave the page its one title', async () => {
  server.use(http.untyped.get('/api/tables', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Tables period={{ from: '2026-01-01', to: '2026-01-31' }} onSwitch={() => undefined} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(english['state.failed'] ?? '')).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})

test.each([
  [150, '1.50×'],
  [100_000, '1,000.00×'],
  [null, '–'],
])('%s hundredths are %s', (hundredths, expected) => {
  expect(times(hundredths)).toBe(expected)
})
