import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { currenciesQuery } from '../../api/currencies'
import type { components, paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { Concerns } from './ConcernsPage'

type Concern = components['schemas']['ConcernView']

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const ACTION: Concern['actions'][number] = {
  id: '019a0000-0000-7000-8000-000000000001',
  action: 'contacted',
  reason: 'Called back at noon',
  by: 'Cora',
  at: '2026-11-20T10:00:00Z',
  markers: ['chases_losses'],
}

const CONCERN: Concern = {
  player: { id: 9, email: 'j***@e***.com', name: null, country: 'CA', verified: false, stops: [] },
  markers: ['chases_losses', 'deposits_rise'],
  figures: {
    deposits: 11,
    deposits_after_losses: 7,
    nights: 2,
    days: 12,
    weeks_euro_cents: [0, 10_000, 20_000, 123_400],
    reversed_cashouts: 0,
    long_sessions: 1,
    longest_session_hours: 6,
  },
  since: '2026-11-01T00:00:00Z',
  found_at: '2026-11-27T00:00:00Z',
  is_open: true,
  actions: [ACTION],
}

/** Shows the list with one player; the bodies of what was kept. */
function shown(concern: Concern) {
  const sent: unknown[] = []
  server.use(
    http.untyped.get('/api/me', () => HttpResponse.json({ id: 'm1', name: 'Cora', permissions: ['players.read', 'concerns.manage'] })),
    http.untyped.get('/client-context', () => HttpResponse.json({})),
    http.get('/api/concerns', ({ response }) => response(200).json({ concerns: sent.length > 0 ? [] : [concern], next: null })),
    http.post('/api/players/{id}/concern', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json({ ...concern, is_open: false })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(currenciesQuery.queryKey, [{ code: 'EUR', fiat: true, subunits_to_unit: 100 }])
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => <Concerns state="open" /> })
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return sent
}

test('markers stand with their numbers, and with what was done before', async () => {
  shown(CONCERN)
  expect(await screen.findByText('7 of 11 deposits soon after losses')).toBeTruthy()
  expect(screen.getByText(/1,234\.00/)).toBeTruthy()
  expect(screen.queryByText('Plays at night')).toBeNull()
  expect(screen.getByText(/Called back at noon/)).toBeTruthy()
})

test('what was done is kept with the last action and the markers that were seen', async () => {
  const user = userEvent.setup()
  const sent = shown(CONCERN)
  await user.click(await screen.findByRole('button', { name: 'Keep what was done about player #9' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^What came of it/), 'A weekly limit of 50')
  await user.click(dialog.getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(sent).toEqual([{ action: 'contacted', reason: 'A weekly limit of 50', last_action: ACTION.id, markers: CONCERN.markers }]))
  expect(await screen.findByText('Nobody shows markers of harm')).toBeTruthy()
})

test('the first entry about a player names no earlier one', async () => {
  const user = userEvent.setup()
  const sent = shown({ ...CONCERN, actions: [] })
  await user.click(await screen.findByRole('button', { name: 'Keep what was done about player #9' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^What came of it/), 'Plays for fun')
  await user.click(dialog.getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(sent).toEqual([{ action: 'contacted', reason: 'Plays for fun', last_action: null, markers: CONCERN.markers }]))
})

test('another choice after an undecided answer is another action', async () => {
  const user = userEvent.setup()
  shown(CONCERN)
  const keys: (string | null)[] = []
  server.use(
    http.untyped.post('/api/players/:id/concern', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Keep what was done about player #9' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^What came of it/), 'Spoke to the player')
  const keep = () => user.click(dialog.getByRole('button', { name: 'Keep' }))
  await keep()
  await dialog.findByRole('alert')
  const tries = keys.length
  await keep()
  await waitFor(() => expect(keys.length).toBeGreaterThan(tries))
  expect(new Set(keys).size).toBe(1)
  const sameKey = keys.length
  await user.click(dialog.getByLabelText('What was done'))
  await user.click(await screen.findByRole('option', { name: 'No action' }))
  await keep()
  await waitFor(() => expect(keys.length).toBeGreaterThan(sameKey))
  expect(new Set(keys).size).toBe(2)
})
