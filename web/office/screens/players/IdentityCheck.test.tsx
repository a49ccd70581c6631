import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import type { IdentityCheck as Check } from '../../api/types'
import { english } from '../../i18n/english'
import { IdentityCheck } from './IdentityCheck'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => {
  focusManager.setFocused(undefined)
  server.resetHandlers()
})
afterAll(() => server.close())

const PATH = '/api/players/7/identity_check'

function aCheck(changes: Partial<Check> = {}): Partial<Check> {
  return {
    player: { id: 7 } as Check['player'],
    state: 'review',
    reported: 'green',
    attempt: 2,
    reported_at: '2026-11-24T10:00:00Z',
    begun_at: '2026-11-24T09:00:00Z',
    reasons: [],
    differences: ['last_name'],
    shared: true,
    distrusted: false,
    decided_at: null,
    decided_by: null,
    partner_url: 'https://partner.example/cockpit/app_1',
    ...changes,
  }
}

/** Shows the part of player 7; the decisions that are sent. */
function shown(check: Partial<Check> | null, mayDecide = true) {
  const sent: unknown[] = []
  const reads: string[] = []
  const take = async ({ request }: { request: Request }) => {
    sent.push([new URL(request.url).pathname, await request.json()])
    return HttpResponse.json({ check })
  }
  server.use(
    http.untyped.get(PATH, () => HttpResponse.json({ check })),
    http.untyped.get(`${PATH}/compared`, () => {
      reads.push(PATH)
      return HttpResponse.json({ fields: [{ field: 'last_name', profile: 'King', document: 'HOPPER', differs: true }] })
    }),
    http.untyped.post(`${PATH}/approve`, take),
    http.untyped.post(`${PATH}/reject`, take),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <IdentityCheck id={7} mayDecide={mayDecide} />
    </QueryClientProvider>,
  )
  return { sent, reads }
}

test('a check that waits says what is in doubt, and the document is read on demand', async () => {
  const { reads } = shown(aCheck())
  expect(await screen.findByText('Differs: Family name')).toBeTruthy()
  expect(screen.getByText('Another account has shown the same document')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open at the partner' }).getAttribute('href')).toBe('https://partner.example/cockpit/app_1')
  expect(reads).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Compare with the profile' }))
  expect(await screen.findByText('HOPPER')).toBeTruthy()
  expect(reads).toHaveLength(1)
})

test.each([
  ['Approve', 'approve'],
  ['Reject', 'reject'],
])('a decision to %s needs a reason and is about the attempt on show', async (button, path) => {
  const { sent } = shown(aCheck())
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: button }))
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByRole('textbox'), 'A maiden name.')
  await userEvent.click(dialog.getByRole('button', { name: button }))
  await waitFor(() => expect(sent).toEqual([[`${PATH}/${path}`, { attempt: 2, reason: 'A maiden name.' }]]))
})

test.each([
  [aCheck(), false],
  [aCheck({ state: 'approved', differences: [], shared: false }), true],
  [null, true],
])('nothing is decided where nothing waits or the role only reads', async (check, mayDecide) => {
  shown(check, mayDecide)
  expect(await screen.findByText(check ? 'Passed' : 'The player has never begun a check there.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
