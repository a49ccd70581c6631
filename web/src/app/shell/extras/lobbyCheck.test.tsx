import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectQuery } from '@/api/info/reference'
import { playerQuery } from '@/api/session/player'
import { SESSION_TIMER_KEY } from '@/api/session/signOut'
import type { Player, PlaySummary, Project } from '@/api/types'
import { playSummaryQuery } from '@/features/limits/api/playSummary'
import { LobbyCheck } from './LobbyCheck'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  vi.stubGlobal('CSS', { escape: String })
  window.sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens `address` after `minutes` of a session under a licence that asks for a check after each hour. */
async function shownAt(address: string, minutes: number) {
  window.sessionStorage.setItem(SESSION_TIMER_KEY, `1:${Date.now() - minutes * MINUTE_MS}`)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } } })
  client.setQueryData(playerQuery.queryKey, { id: 1, license_name: 'EE' } as Player)
  client.setQueryData(projectQuery.queryKey, { licences: [{ code: 'EE', limits: { delay_hours: 24, reality_check_minutes: 60 } }] } as Project)
  client.setQueryData(playSummaryQuery.queryKey, { session: { since: '', positions: [] } } as unknown as PlaySummary)
  const root = createRootRoute({ component: () => <LobbyCheck playerId={1} /> })
  const lobby = createRoute({ getParentRoute: () => root, path: '/' })
  const game = createRoute({
    getParentRoute: () => root,
    path: '/play',
    staticData: { frame: 'game' },
    validateSearch: (search: Record<string, unknown>) => ({ mode: search.mode }),
  })
  const router = createRouter({ routeTree: root.addChildren([lobby, game]), history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test.each([
  ['/', 61, true],
  ['/', 59, false],
  ['/play?mode=demo', 61, true],
  ['/play?mode=real', 61, false],
  ['/?modal=/deposit', 61, false],
])('at %s after %i minutes: %s', async (address, minutes, isShown) => {
  await shownAt(address, minutes)
  expect(screen.queryByRole('dialog') !== null).toBe(isShown)
})

test('an hour is told once', async () => {
  await shownAt('/', 61)
  act(() => screen.getByRole('button', { name: 'Keep playing' }).click())
  expect(screen.queryByRole('dialog')).toBeNull()
})
