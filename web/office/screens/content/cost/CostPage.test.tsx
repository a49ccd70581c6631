import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { currenciesQuery } from '../../../api/currencies'
import type { paths } from '../../../api/schema'
import { english } from '../../../i18n/english'
import { CostPanel } from './CostPage'
import { OddsPanel } from './OddsPanel'
import { ScoringPanel } from './ScoringPanel'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function shown(screenOf: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(currenciesQuery.queryKey, [{ code: 'EUR', fiat: true, subunits_to_unit: 100 }])
  render(<QueryClientProvider client={client}>{screenOf}</QueryClientProvider>)
}

const COST = {
  from: '2026-10-28T00:00:00Z',
  to: '2026-11-27T00:00:00Z',
  lines: [{ item: 'daily', licence: 'CW', currency: 'EUR', old: { count: 4, euro_cents: 800 }, new: { count: 4, euro_cents: 123_400 } }],
  old: { count: 4, euro_cents: 800 },
  new: { count: 4, euro_cents: 123_400 },
  ggr_euro_cents: 100_000,
  notes: ['gifts_in_full'],
  warnings: [{ kind: 'above_ggr_share', item: null }],
}
const DONE = { state: 'done', revision: 3, asked_by: 'Ann', asked_at: '2026-11-27T10:00:00Z', cost: COST, fault: null }

test('an estimate is asked for with the draft that is seen, and shown beside what is in force', async () => {
  const user = userEvent.setup()
  const asked: unknown[] = []
  let estimate: object | null = null
  server.use(
    http.untyped.get('/api/content/cost', () => HttpResponse.json({ estimate })),
    http.untyped.post('/api/content/cost', async ({ request }) => {
      asked.push(await request.json())
      estimate = DONE
      return HttpResponse.json({ estimate })
    }),
  )
  shown(<CostPanel path="lootboxes.toml" revision={3} />)
  await user.click(await screen.findByRole('button', { name: 'Estimate' }))
  await waitFor(() => expect(asked).toEqual([{ path: 'lootboxes.toml', revision: 3 }]))
  const row = (await screen.findByText('daily')).closest('tr') as HTMLElement
  expect(within(row).getByText(/1,234\.00/)).toBeTruthy()
  expect(screen.getByText('The draft costs more than a tenth of the GGR of these days.')).toBeTruthy()
  expect(screen.getByText('Gifts count in full. Wagering makes them cheaper.')).toBeTruthy()
  expect(screen.queryByText('The draft has changed since this estimate.')).toBeNull()
})

test('an estimate of an older draft says so, and one that failed says why', async () => {
  server.use(http.untyped.get('/api/content/cost', () => HttpResponse.json({ estimate: DONE })))
  shown(<CostPanel path="lootboxes.toml" revision={4} />)
  expect(await screen.findByText('The draft has changed since this estimate.')).toBeTruthy()
  server.use(http.untyped.get('/api/content/cost', () => HttpResponse.json({ estimate: { ...DONE, state: 'failed', cost: null, fault: 'archived' } })))
  shown(<CostPanel path="jackpots.toml" revision={4} />)
  expect(await screen.findByText('A part of the log that is needed lies in the archive.')).toBeTruthy()
})

test('odds are parts of the weights, and a box worth more than its price is told', async () => {
  const prizes = [
    { code: 'A', title: 'Ten spins', weight: 1, worth_euro_cents: 200 },
    { code: 'B', title: 'Fifty spins', weight: 2, worth_euro_cents: null },
  ]
  const box = { code: 'daily', title: 'Daily box', weights: 3, prizes, worth_euro_cents: 500, price_euro_cents: 400 }
  server.use(http.untyped.post('/api/content/odds', () => HttpResponse.json({ boxes: [box], fault: null })))
  shown(<OddsPanel text="x" />)
  expect(await screen.findByText(/33\.33/)).toBeTruthy()
  expect(screen.getByText(/66\.67/)).toBeTruthy()
  expect(screen.getByText('The weights come to 3, so they are no percentages. Chances are parts of this sum.')).toBeTruthy()
  expect(screen.getByText('A draw is worth more than the points that buy the box.')).toBeTruthy()
})

test('a scoring that differs names the player', async () => {
  const user = userEvent.setup()
  const score = (points: number) => ({ points, rounds: 1, bet_cents: points, win_cents: 0 })
  const lines = [{ player: 7, shown_name: 'J***', is_equal: false, kept: score(10), anew: score(12) }]
  const standing = {
    state: 'done',
    asked_by: 'Ann',
    asked_at: '2026-11-27T10:00:00Z',
    scoring: { is_final: true, players: 2, different: 1, lines },
    fault: null,
  }
  server.use(
    http.untyped.get('/api/scorings', () =>
      HttpResponse.json({ tournaments: [{ identifier: 'cup', status: 'archive', start_at: '', end_at: '', players: 2 }] }),
    ),
    http.untyped.get('/api/scorings/cup', () => HttpResponse.json({ standing })),
  )
  shown(<ScoringPanel />)
  await screen.findByRole('option', { name: 'cup (2)' })
  await user.selectOptions(screen.getByRole('combobox'), 'cup')
  expect(await screen.findByText('1 of 2 players have another score by the log.')).toBeTruthy()
  expect(screen.getByText('7 J***')).toBeTruthy()
  expect(screen.getByText('12')).toBeTruthy()
})
