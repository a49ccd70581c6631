import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createQueryClient } from '@/app/queryClient'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { fairnessQuery } from './fairness'

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
