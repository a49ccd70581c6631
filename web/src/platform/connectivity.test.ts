import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { isServerUnreachable, noteServerReached, onReconnect, onConnectivityChange, checkConnectivity } from './connectivity'

let isThere: boolean
let told: boolean[]
let stop: () => void

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.use(
    http.untyped.get('/client-context', () => (isThere ? HttpResponse.json({ error: { code: 'unavailable' } }, { status: 503 }) : HttpResponse.error())),
  )
  told = []
  stop = onConnectivityChange(() => told.push(isServerUnreachable()))
})
afterEach(async () => {
  isThere = true
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(isServerUnreachable()).toBe(false))
  stop()
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

test('one call without an answer is no missing house while others are answered', async () => {
  isThere = true
  const asked = new Promise((resolve) => server.events.on('response:mocked', resolve))
  checkConnectivity()
  await asked
  expect(told).toEqual([])
})

test('a server that is away is asked again until it answers, if only with a failure', async () => {
  isThere = false
  checkConnectivity()
  await vi.waitFor(() => expect(told).toEqual([true]))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(told).toEqual([true])
  isThere = true
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(told).toEqual([true, false]))
})

test('any answer tells that it is back, also those who only wait for that', async () => {
  isThere = false
  const back = vi.fn()
  const stopWaiting = onReconnect(back)
  checkConnectivity()
  await vi.waitFor(() => expect(told).toEqual([true]))
  expect(back).not.toHaveBeenCalled()
  noteServerReached()
  expect(told).toEqual([true, false])
  expect(back).toHaveBeenCalledOnce()
  stopWaiting()
})

test('a proxy that answers for a server away is no answer of the server', async () => {
  isThere = true
  server.use(http.untyped.get('/client-context', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }), { once: true }))
  checkConnectivity()
  await vi.waitFor(() => expect(told).toEqual([true]))
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(told).toEqual([true, false]))
})
