import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { importWithRetry, ImportError, mayReload } from './importWithRetry'
import { noteServerReached, onConnectivityChange } from './connectivity'

const HOUR_MS = 60 * 60_000

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  noteServerReached()
  vi.useRealTimers()
  server.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => server.close())

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

describe('a part of the site', () => {
  test('that fails to come is asked for once more', async () => {
    const load = vi
      .fn(gone)
      .mockImplementationOnce(gone)
      .mockResolvedValueOnce('part' as never)
    const brought = importWithRetry(load)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await brought).toBe('part')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['went with a deploy: the page is loaded anew', 200, true],
    ['does not come from a server that is away: the page stays', 503, false],
  ])('%s', async (_, status, expected) => {
    const wasMissed = vi.fn()
    const stop = onConnectivityChange(wasMissed)
    server.use(http.untyped.head('/', () => new HttpResponse(null, { status })))
    const failed = expect(importWithRetry(gone)).rejects.toThrow(ImportError)
    await vi.advanceTimersByTimeAsync(1_000)
    await failed
    // Reloading is written down before it is done.
    expect(sessionStorage.getItem('croupier.reloaded_at') !== null).toBe(expected)
    expect(wasMissed.mock.calls.length > 0).toBe(!expected)
    stop()
  })
})

test('the page is loaded anew at most once an hour', () => {
  expect([mayReload(0), mayReload(HOUR_MS), mayReload(HOUR_MS + 1)]).toEqual([true, false, true])
})

test('without storage the page is never loaded anew', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(mayReload(0)).toBe(false)
})
