import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { server } from '@/test/server'
import { isHouseMissing, noteReached, onBack, onReach, suspectMissing } from './reach'

let isThere: boolean
let told: boolean[]
let stop: () => void

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.use(http.get('/client-context', () => (isThere ? new HttpResponse(null, { status: 503 }) : HttpResponse.error())))
  told = []
  stop = onReach(() => told.push(isHouseMissing()))
})
afterEach(async () => {
  isThere = true
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(isHouseMissing()).toBe(false))
  stop()
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

test('one call without an answer is no missing house while others are answered', async () => {
  isThere = true
  const asked = new Promise((resolve) => server.events.on('response:mocked', resolve))
  suspectMissing()
  await asked
  expect(told).toEqual([])
})

test('a house that is away is looked for until it answers, if only with a failure', async () => {
  isThere = false
  suspectMissing()
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
  const stopWaiting = onBack(back)
  suspectMissing()
  await vi.waitFor(() => expect(told).toEqual([true]))
  expect(back).not.toHaveBeenCalled()
  noteReached()
  expect(told).toEqual([true, false])
  expect(back).toHaveBeenCalledOnce()
  stopWaiting()
})
