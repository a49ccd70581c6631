import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import type { BonusAbuse } from '../../api/types'
import { english } from '../../i18n/english'
import { BonusAbusePage } from './BonusAbusePage'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const LISTED: BonusAbuse = {
  player: { id: 9, email: 'j***@e***.com', name: null, country: 'CA', verified: false, stops: [] },
  currency: 'EUR',
  signs: ['bonuses_alone', 'gains_by_bonuses'],
  awards: 7,
  completed: 5,
  withdrawn_at_once: 2,
  granted_cents: 70000,
  converted_cents: 61000,
  wagered_cents: 990000,
  bets_cents: 1000000,
  deposits_cents: 20000,
  cashouts_cents: 50000,
}

function shown(listed: BonusAbuse[]) {
  server.use(
    http.untyped.get('/api/me', () => HttpResponse.json({ id: 'm1', name: 'Rita', permissions: ['bonuses.cancel', 'players.read'] })),
    http.untyped.get('/client-context', () => HttpResponse.json({})),
    http.untyped.get('/api/currencies', () => HttpResponse.json([{ code: 'EUR', fiat: true, symbol: '€', subunits_to_unit: 100, decimals: 2 }])),
    http.get('/api/bonus-abuse', ({ response }) => response(200).json(listed)),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: BonusAbusePage })
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('each sign stands beside the figures behind it', async () => {
  shown([LISTED])
  const row = within((await screen.findByText('Stakes next to nothing without a bonus')).closest('tr') ?? document.body)
  expect(row.getByText('Withdraws what bonuses have brought')).toBeTruthy()
  expect(row.queryByText('Withdraws at once')).toBeNull()
  expect(row.getByText('5 / 7')).toBeTruthy()
  expect(await row.findByText(/610\.00/)).toBeTruthy()
  expect(row.getByText(/9,900\.00/)).toBeTruthy()
})

test('an empty list says so', async () => {
  shown([])
  expect(await screen.findByText('Nobody stands out')).toBeTruthy()
})
