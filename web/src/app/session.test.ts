import { createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { playerQuery } from '@/api/session/player'
import { SESSION_MARK_KEY } from '@/api/session/signOut'
import type { Player } from '@/api/types'
import { A_PLAYER, answers, server } from '@/test/server'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'
import { watchSession } from './session'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  localStorage.clear()
})
afterAll(() => server.close())

/** A page that came for a signed-in player, and begins to watch. */
function pageOfPlayer() {
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, A_PLAYER as unknown as Player)
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
