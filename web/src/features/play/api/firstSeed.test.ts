import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { playerQuery } from '@/api/session/player'
import { createQueryClient } from '@/app/queryClient'
import { noteHash, seenHash } from '@/domain/seenHashes'
import { http } from '@/test/http'
import { A_PLAYER, server } from '@/test/server'
import { firstSeed } from './firstSeed'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => window.localStorage.clear())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function signedIn() {
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, A_PLAYER)
  return client
}

test('the promise is noted before the seed is drawn, and all tries send the same one', async () => {
  let asked = 0
  server.use(
    http.untyped.post('/api/player/fairness/promise', () => {
      asked += 1
      return HttpResponse.json({ seed_no: 1, server_seed_hash: 'promised' })
    }),
  )
  const client = signedIn()
  const drawn = await firstSeed(client, 'EUR')
  expect(drawn).toMatch(/^[0-9a-f]{16}$/)
  expect(seenHash(A_PLAYER.id, 'EUR', 1)).toBe('promised')
  await expect(firstSeed(client, 'EUR')).resolves.toBe(drawn)
  expect(asked).toBe(1)
})

test('a wallet whose commitment is known sends none, and a server that cannot commit opens the game all the same', async () => {
  noteHash(A_PLAYER.id, 'EUR', 3, 'known')
  await expect(firstSeed(signedIn(), 'EUR')).resolves.toBeUndefined()
  server.use(http.untyped.post('/api/player/fairness/promise', () => HttpResponse.json({ error: { code: 'not_found', message: '' } }, { status: 404 })))
  await expect(firstSeed(signedIn(), 'BTC')).resolves.toBeUndefined()
  await expect(firstSeed(createQueryClient(), 'EUR')).resolves.toBeUndefined()
})
