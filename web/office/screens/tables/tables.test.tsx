import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../api/schema'
import type { OfficeTable } from '../../api/types'
import { english } from '../../i18n/english'
import { times } from './figures'
import { SwitchDialog } from './SwitchDialog'

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

test.each([
  [150, '1.50×'],
  [100_000, '1,000.00×'],
  [null, '–'],
])('%s hundredths are %s', (hundredths, expected) => {
  expect(times(hundredths)).toBe(expected)
})
