import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { Figures } from './Figures'
import { reportSearch } from './search'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const FIGURES = {
  rounds: 0,
  bets_cents: 0,
  bonus_bets_cents: 0,
  wins_cents: 0,
  bonus_wins_cents: 0,
  ggr_cents: 0,
  bonus_cost_cents: 0,
  jackpot_cost_cents: 0,
  loyalty_cost_cents: 0,
  prize_cost_cents: 0,
  ngr_cents: 0,
  adjustments_cents: 0,
  deposits_cents: 0,
  deposits_count: 0,
  cashouts_cents: 0,
  cashouts_count: 0,
  registered: null,
  first_deposits: null,
  active: null,
  liability_cents: null,
}
const line = (key: string, name: string, ggr_cents: number) => ({ ...FIGURES, key, name, ggr_cents, bets_cents: 1000 })
const FILTER = { from: '2026-11-01', to: '2026-11-02', currency: null, brand: null, licence: null, country: null, provider: null }

/** Shows the figures by game at an address. */
function shown(lines: ReturnType<typeof line>[], address = '/reports?by=game') {
  server.use(
    http.untyped.get('/api/currencies', () => HttpResponse.json([{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }])),
    http.untyped.get('/api/reports', () => HttpResponse.json({ currency: 'EUR', converted: true, left_out: ['DOG'], lines, total: line('', '', 700) })),
  )
  const root = createRootRoute({ component: Outlet })
  const member = createRoute({ getParentRoute: () => root, id: 'member', component: Outlet })
  const reports = createRoute({ getParentRoute: () => member, path: '/reports', validateSearch: reportSearch, component: () => <Figures filter={FILTER} /> })
  const router = createRouter({ routeTree: root.addChildren([member.addChildren([reports])]), history: createMemoryHistory({ initialEntries: [address] }) })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

test('figures stand in a chart and in a table that a press on a head orders', async () => {
  const user = userEvent.setup()
  const router = shown([line('acme/b', 'Beta', -300), line('acme/a', 'Alpha', 1000), line('', '', 0)])
  const table = within(await screen.findByRole('table'))
  expect(await screen.findByRole('img', { name: /^GGR by Game: .*3\.00.* to .*10\.00/ })).toBeTruthy()
  expect(screen.getByText(/left out: DOG/)).toBeTruthy()
  const names = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Beta', 'Alpha', 'No game', 'Total'])
  expect(table.queryByRole('columnheader', { name: /Signed up/ })).toBeNull()
  await user.click(table.getByRole('link', { name: 'Sort by GGR' }))
  await screen.findByRole('columnheader', { name: 'Sort by GGR' })
  expect(names()).toEqual(['Alpha', 'No game', 'Beta', 'Total'])
  expect(router.state.location.search).toMatchObject({ by: 'game', sort: 'ggr_cents' })
  expect(screen.getByRole('link', { name: 'Save as CSV' }).getAttribute('href')).toBe('/api/reports/export?from=2026-11-01&to=2026-11-02&by=game')
})

test('a period in which nothing was played says so', async () => {
  shown([])
  expect(await screen.findByText('Nothing in this period')).toBeTruthy()
})

test('a report that fails can be asked for again', async () => {
  const user = userEvent.setup()
  shown([line('acme/a', 'Alpha', 1000)])
  server.use(http.untyped.get('/api/reports', () => HttpResponse.json({ error: { code: 'unavailable', message: '' } }, { status: 503 }), { once: true }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})
