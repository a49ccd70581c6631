import { QueryObserver } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PLAYER_SCOPE } from '@/api/keys'
import { playerQuery } from '@/api/session/player'
import { forgetPlayer, SESSION_MARK_KEY } from '@/api/session/signOut'
import { WALLET_MARK_KEY } from '@/api/session/walletChange'
import { enterSession } from '@/features/auth/api/enterSession'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'
import { watchClosing, watchSession } from './session'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  localStorage.clear()
})
afterAll(() => server.close())

let page: ReturnType<typeof createQueryClient>

/** Looks at the player, as a page on show does. Returns how to stop. */
const watchQuery = () => new QueryObserver(page, playerQuery).subscribe(() => undefined)

/** A page that came for a signed-in player, and begins to watch. */
function pageOfPlayer() {
  const client = createQueryClient()
  page = client
  client.setQueryData(playerQuery.queryKey, A_PLAYER)
  watchSession(client, createAppRouter(client, { history: createMemoryHistory() }))
  return () => client.getQueryData(playerQuery.queryKey)
}

test('a sign-out elsewhere while the page was on its way is noticed', async () => {
  localStorage.setItem(SESSION_MARK_KEY, `out:${performance.timeOrigin + 1}`)
  const player = pageOfPlayer()
  await waitFor(() => expect(player()).toBeNull())
})

test('who signed in again meanwhile stays', async () => {
  answers('/api/player', { ...A_PLAYER, nickname: 'asked anew' })
  localStorage.setItem(SESSION_MARK_KEY, `in:${performance.timeOrigin + 1}`)
  const player = pageOfPlayer()
  await waitFor(() => expect(player()).toMatchObject({ nickname: 'asked anew' }))
})

test('what happened before the page was asked for is known to it', () => {
  localStorage.setItem(SESSION_MARK_KEY, `out:${performance.timeOrigin - 1}`)
  expect(pageOfPlayer()()).toMatchObject({ id: A_PLAYER.id })
})

test('another wallet in another tab is followed', async () => {
  const player = pageOfPlayer()
  answers('/api/player', { ...A_PLAYER, currency: 'USD' })
  const stop = watchQuery()
  window.dispatchEvent(new StorageEvent('storage', { key: WALLET_MARK_KEY, newValue: '1' }))
  await waitFor(() => expect(player()).toMatchObject({ currency: 'USD' }))
  stop()
})

test('a page that the browser brings back as it was left asks for everything anew', async () => {
  const player = pageOfPlayer()
  answers('/api/player', { ...A_PLAYER, nickname: 'asked anew' })
  const stop = watchQuery()
  const shown = new Event('pageshow') as Event & { persisted: boolean }
  window.dispatchEvent(shown)
  expect(player()).not.toMatchObject({ nickname: 'asked anew' })
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(() => expect(player()).toMatchObject({ nickname: 'asked anew' }))
  stop()
})

test('an answer under way at the end of a session does not bring its player back', async () => {
  let answer: (player: object) => void = () => undefined
  const slow = new Promise<object>((resolve) => (answer = resolve))
  server.use(http.get('/api/player', () => slow.then((player) => HttpResponse.json(player as typeof A_PLAYER))))
  const client = createQueryClient()
  const asking = client.fetchQuery({ ...playerQuery, staleTime: 0 }).catch(() => undefined)
  forgetPlayer(client)
  answer(A_PLAYER)
  await asking
  expect(client.getQueryData(playerQuery.queryKey)).toBeNull()
})

test('who signs in elsewhere finds nothing of the player before', () => {
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, A_PLAYER)
  client.setQueryData([PLAYER_SCOPE, 'accounts'], [{ currency: 'EUR', amount_cents: 5_000 }])
  watchSession(client, createAppRouter(client, { history: createMemoryHistory() }))
  answers('/api/player', { ...A_PLAYER, id: 8, nickname: 'bob' })
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_MARK_KEY, newValue: `in:${Date.now()}` }))
  expect(client.getQueryData([PLAYER_SCOPE, 'accounts'])).toBeUndefined()
  expect(client.getQueryData(playerQuery.queryKey)).toBeUndefined()
})

test('signing in drops the answers of who was here before', async () => {
  const client = createQueryClient()
  client.setQueryData([PLAYER_SCOPE, 'accounts'], [{ currency: 'EUR', amount_cents: 5_000 }])
  answers('/api/player', { ...A_PLAYER, id: 8 })
  await enterSession(client)
  expect(client.getQueryData([PLAYER_SCOPE, 'accounts'])).toBeUndefined()
  expect(client.getQueryData(playerQuery.queryKey)).toMatchObject({ id: 8 })
})

test.each([
  ['/', 40_000, 1],
  ['/', 1_000, 0],
  ['/play/northlight/solar-sails', 40_000, 0],
])('a site that closes takes the place of %s that is %i ms old %i times', async (at, ageMs, times) => {
  const client = createQueryClient()
  const router = createAppRouter(client, { history: createMemoryHistory({ initialEntries: [at] }) })
  const reload = vi.fn()
  const stop = watchClosing(router, reload, () => ageMs)
  server.use(
    http.untyped.get('/api/player', () =>
      HttpResponse.json({ error: { code: 'maintenance', message: '' } }, { status: 503, headers: { 'Retry-After': '30' } }),
    ),
  )
  await router.load().catch(() => undefined)
  reload.mockClear()
  await expect(client.fetchQuery({ ...playerQuery, staleTime: 0 })).rejects.toMatchObject({ code: 'maintenance' })
  expect(reload).toHaveBeenCalledTimes(times)
  stop()
})
