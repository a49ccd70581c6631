import { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAYER_SCOPE } from '@/api/keys'
import { playerQuery } from '@/api/session/player'
import { SESSION_MARK_KEY } from '@/api/session/signOut'
import { http } from '@/test/http'
import { answers, aPlayer, server } from '@/test/server'
import { recheckSession } from './recheckSession'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => localStorage.clear())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function known() {
  const client = new QueryClient()
  client.setQueryData(playerQuery.queryKey, aPlayer())
  client.setQueryData([PLAYER_SCOPE, 'two-factor'], { enabled: false })
  return client
}

test('a player whose sessions have ended is a guest here and in other tabs', async () => {
  const client = known()
  await recheckSession(client)
  expect(client.getQueryData(playerQuery.queryKey)).toBeNull()
  expect(localStorage.getItem(SESSION_MARK_KEY)).toMatch(/^out:/)
})

test('another player of this browser stays signed in', async () => {
  answers('/api/player', aPlayer({ id: 8 }))
  const client = known()
  await recheckSession(client)
  expect(client.getQueryData(playerQuery.queryKey)).toMatchObject({ id: 8 })
  expect(client.getQueryData([PLAYER_SCOPE, 'two-factor'])).toBeUndefined()
  expect(localStorage.getItem(SESSION_MARK_KEY)).toBeNull()
})

test('who cannot be asked for is not said to be gone', async () => {
  server.use(http.untyped.get('/api/player', () => HttpResponse.error()))
  const client = known()
  await recheckSession(client)
  expect(client.getQueryData(playerQuery.queryKey)).toMatchObject({ id: 7 })
  expect(localStorage.getItem(SESSION_MARK_KEY)).toBeNull()
})
