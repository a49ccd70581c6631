import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { playerQuery } from '@/api/session/player'
import { createQueryClient } from '@/app/queryClient'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { seenHash } from '@/domain/seenHashes'
import { fairnessQuery, rotateSeeds } from './fairness'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const asked = () => createQueryClient().fetchQuery({ ...fairnessQuery('EUR'), retry: false })

test('a wallet that has not opened a game yet has no seeds, and that is no failure', async () => {
  server.use(http.get('/api/player/fairness', () => HttpResponse.json(null)))
  await expect(asked()).resolves.toBeNull()
})

test('a failing house is one', async () => {
  server.use(http.get('/api/player/fairness', () => HttpResponse.json({ error: { code: 'internal', message: 'Oops.' } }, { status: 500 })))
  await expect(asked()).rejects.toMatchObject({ status: 500 })
})

test('one visit fixes the seed in use and the next one', async () => {
  const seeds = { currency: 'EUR', seed_no: 2, server_seed_hash: 'second', next_server_seed_hash: 'third', client_seed: 'c', nonce: 1, rounds: 1, revealed: [] }
  answers('/api/player/fairness', seeds)
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, A_PLAYER)
  await client.fetchQuery(fairnessQuery('EUR'))
  expect([2, 3, 4].map((number) => seenHash(A_PLAYER.id, 'EUR', number))).toEqual(['second', 'third', undefined])
  server.use(
    http.post('/api/player/fairness/rotation', () => HttpResponse.json({ ...seeds, seed_no: 3, server_seed_hash: 'another', next_server_seed_hash: 'fourth' })),
  )
  await rotateSeeds(client, 'EUR', 'mine', 'key')
  expect([3, 4].map((number) => seenHash(A_PLAYER.id, 'EUR', number))).toEqual(['third', 'fourth'])
})
