import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/app/queryClient'
import { http } from '@/test/http'
import { aMethod, server } from '@/test/server'
import { methodsQuery } from './methods'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

test.each([
  ['a list that stays empty is asked for three times more', Infinity, 4],
  ['a list that fills in is asked for no more', 2, 3],
  ['a list that is there is asked for once', 0, 1],
])('%s', async (_, emptyAnswers, asked) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let count = 0
  server.use(
    http.get('/api/player/payment_methods', () => {
      count += 1
      return HttpResponse.json(count > emptyAnswers ? [aMethod()] : [])
    }),
  )
  const loading = createQueryClient().fetchQuery(methodsQuery('deposit', 'EUR'))
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(count).toBe(asked)
  })
  await loading
  expect(count).toBe(asked)
})
