import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverLog, type LogEntry } from '@/platform/log'
import { serverNow } from '@/platform/serverClock'
import { onAuthError, retryPolicy, send } from './transport'
import { ApiError, NetworkError } from './errors'

// Whether the server is there at all is asked beside the calls that are looked at here.
const reach = vi.hoisted(() => ({ noteServerReached: vi.fn(), checkConnectivity: vi.fn() }))
vi.mock('@/platform/connectivity', async (original) => ({
  ...(await original<typeof import('@/platform/connectivity')>()),
  ...reach,
  onReconnect: () => () => undefined,
}))

const fetchMock = vi.fn<typeof fetch>()
const pauses: number[] = []
const pause = (ms: number) => {
  pauses.push(ms)
  return Promise.resolve()
}
const policy = { timeoutMs: 1_000, totalMs: 45_000, retriesMax: 6, pause }
let logged: LogEntry[] = []
let stopLog: () => void

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers })
}

function headersOfCall(index: number): Record<string, string> {
  return fetchMock.mock.calls[index]?.[1]?.headers as Record<string, string>
}

beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
  pauses.length = 0
  // What waited from another test is nobody's.
  deliverLog(() => undefined)()
  logged = []
  stopLog = deliverLog((entry) => logged.push(entry))
})
afterEach(() => {
  stopLog()
  vi.unstubAllGlobals()
})

test('the clock of an answer that nobody has kept is followed, of another it is not', async () => {
  const ahead = () => serverNow() - Date.now()
  const date = new Date(Date.now() + 600_000).toUTCString()
  fetchMock.mockResolvedValueOnce(json(200, {}, { date, 'cache-control': 'public, max-age=60' }))
  await send('GET', '/api/x')
  expect(ahead()).toBe(0)
  fetchMock.mockResolvedValueOnce(json(200, {}, { date, 'cache-control': 'no-store' }))
  await send('GET', '/api/x')
  expect(Math.abs(ahead() - 600_000)).toBeLessThan(3_000)
})

describe('send', () => {
  test('marks every call as XMLHttpRequest and leaves out absent query values', async () => {
    fetchMock.mockResolvedValue(json(200, { ok: true }))
    await send('GET', '/api/x', { query: { a: 1, b: undefined, c: null, d: 'ü' } })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/x?a=1&d=%C3%BC')
    expect(headersOfCall(0)['X-Requested-With']).toBe('XMLHttpRequest')
    expect(headersOfCall(0).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(headersOfCall(0)['Idempotency-Key']).toBeUndefined()
  })

  test('tries network errors six more times under one idempotency key', async () => {
    fetchMock.mockRejectedValue(new TypeError('failed'))
    await expect(send('POST', '/api/x', { body: {} }, policy)).rejects.toBeInstanceOf(NetworkError)
    expect(fetchMock).toHaveBeenCalledTimes(7)
    const keys = new Set(fetchMock.mock.calls.map((_, index) => headersOfCall(index)['Idempotency-Key']))
    expect(keys.size).toBe(1)
    expect(pauses).toHaveLength(6)
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThan(300 * 2 ** index * 0.74)
      expect(ms).toBeLessThan(300 * 2 ** index * 1.26)
      if (index > 0) expect(ms).toBeGreaterThan(pauses[index - 1] ?? Infinity)
    }
    expect(logged.map(({ level, code, message }) => ({ level, code, message }))).toEqual([{ level: 'error', code: 'POST_API_X', message: 'offline' }])
  })

  test('a body that breaks off is tried again like a connection that does', async () => {
    const broken = new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('reset')) }))
    fetchMock.mockResolvedValueOnce(broken).mockResolvedValueOnce(json(200, { ok: true }))
    await expect(send('GET', '/api/x', {}, policy)).resolves.toEqual({ ok: true })
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['production', false, 30_000, 45_000, 6],
    ['development', true, 8_000, 8_000, 0],
  ])('%s has its own patience', (_, isDevelopment, timeoutMs, totalMs, retriesMax) => {
    expect(retryPolicy(isDevelopment)).toMatchObject({ timeoutMs, totalMs, retriesMax })
  })

  test('an answer that does not come in time is a timeout', async () => {
    fetchMock.mockImplementation(
      (_url, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))),
    )
    const impatient = { timeoutMs: 5, totalMs: 1_000, retriesMax: 1, pause }
    await expect(send('GET', '/api/x', {}, impatient)).rejects.toMatchObject({ reason: 'timeout' })
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(logged[0]?.message).toBe('timeout')
  })

  test('telemetry is sent once, outlives the page and fails in silence', async () => {
    fetchMock.mockRejectedValue(new TypeError('failed'))
    await expect(send('PUT', '/log', { body: {}, telemetry: true }, policy)).rejects.toBeInstanceOf(NetworkError)
    fetchMock.mockResolvedValue(json(500, {}))
    await expect(send('PUT', '/log', { body: {}, telemetry: true }, policy)).rejects.toBeInstanceOf(ApiError)
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(fetchMock.mock.calls[0]?.[1]?.keepalive).toBe(true)
    expect(logged).toEqual([])
  })

  test.each([502, 503, 504])('%i of a proxy is tried again under the same key until the server is back', async (status) => {
    fetchMock
      .mockResolvedValueOnce(new Response('<html>', { status }))
      .mockResolvedValueOnce(json(409, { error: { code: 'conflict', message: 'still under way' } }))
      .mockResolvedValueOnce(json(201, { id: 1 }))
    reach.checkConnectivity.mockClear()
    await expect(send('POST', '/api/x', { body: {} }, policy)).resolves.toEqual({ id: 1 })
    expect(new Set([0, 1, 2].map((index) => headersOfCall(index)['Idempotency-Key'])).size).toBe(1)
    expect(reach.checkConnectivity).toHaveBeenCalledOnce()
  })

  test('a first answer that is a conflict is one', async () => {
    fetchMock.mockResolvedValue(json(409, { error: { code: 'conflict', message: '' } }))
    await expect(send('POST', '/api/x', {}, policy)).rejects.toMatchObject({ status: 409 })
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  test('waits as long as the server asks for, if that is within the time of the call', async () => {
    const busy = () => json(503, { error: { code: 'unavailable', message: '' } }, { 'Retry-After': '7' })
    fetchMock.mockResolvedValueOnce(busy()).mockResolvedValueOnce(json(200, {}))
    await send('GET', '/api/x', {}, policy)
    expect(pauses).toEqual([7_000])
    fetchMock.mockReset().mockImplementation(() => Promise.resolve(busy()))
    await expect(send('GET', '/api/x', {}, { ...policy, totalMs: 5_000 })).rejects.toMatchObject({ status: 503 })
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  test('all tries together end in time', async () => {
    vi.useFakeTimers()
    try {
      fetchMock.mockImplementation(() => Promise.resolve(new Response('', { status: 504 })))
      const slow = { ...policy, totalMs: 4_000, pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) }
      const startedAt = performance.now()
      const call = send('POST', '/api/x', {}, slow).catch((error: unknown) => error)
      await vi.runAllTimersAsync()
      expect(await call).toMatchObject({ status: 504 })
      expect(performance.now() - startedAt).toBeLessThanOrEqual(4_000)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a page of HTML in place of an answer is no answer', async () => {
    fetchMock.mockImplementation(() => Promise.resolve(new Response('<html>Sign in to the hotel network</html>')))
    await expect(send('POST', '/api/x', {}, policy)).rejects.toMatchObject({ reason: 'unreadable' })
    expect(fetchMock).toHaveBeenCalledTimes(7)
  })

  test('never retries a refusal or a failure of the server', async () => {
    fetchMock.mockResolvedValue(json(500, { error: { code: 'internal', message: 'x' } }))
    await expect(send('GET', '/api/x', {}, policy)).rejects.toMatchObject({ status: 500, code: 'internal' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
    expect(logged).toMatchObject([{ code: 'GET_API_X', message: '500 internal' }])
  })

  test('reads field errors', async () => {
    fetchMock.mockResolvedValue(json(422, { errors: { email: [{ code: 'SIGN_IN.INVALID', message: 'no' }] } }))
    const error = await send('POST', '/api/x', {}, policy).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).fields.email?.[0]?.code).toBe('SIGN_IN.INVALID')
  })

  test('reads how long to wait', async () => {
    fetchMock.mockResolvedValue(json(429, { error: { code: 'too_many_requests', message: '' } }, { 'Retry-After': '60' }))
    await expect(send('GET', '/api/x', {}, policy)).rejects.toMatchObject({ retryAfterSeconds: 60 })
  })

  test('a malformed error answer becomes internal', async () => {
    fetchMock.mockResolvedValue(new Response('<html>', { status: 500 }))
    await expect(send('GET', '/api/x', {}, policy)).rejects.toMatchObject({ status: 500, code: 'internal', isReadable: false })
  })

  test('a 401 tells every listener once', async () => {
    const listener = vi.fn()
    const stop = onAuthError(listener)
    fetchMock.mockResolvedValue(json(401, { error: { code: 'unauthorized', message: '' } }))
    await send('GET', '/api/x', {}, policy).catch(() => undefined)
    stop()
    await send('GET', '/api/x', {}, policy).catch(() => undefined)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('calls that are refused together are one end of session, later ones another', async () => {
    const listener = vi.fn()
    const stop = onAuthError(listener)
    const refuse = () => Promise.resolve(json(401, { error: { code: 'unauthorized', message: '' } }))
    fetchMock.mockImplementation(refuse)
    await Promise.allSettled(Array.from({ length: 5 }, () => send('GET', '/api/x', {}, policy)))
    expect(listener).toHaveBeenCalledTimes(1)
    await send('GET', '/api/x', {}, policy).catch(() => undefined)
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
  })

  test('an abort is passed on and not retried', async () => {
    const controller = new AbortController()
    fetchMock.mockImplementation(() => {
      controller.abort()
      return Promise.reject(new DOMException('aborted', 'AbortError'))
    })
    await expect(send('GET', '/api/x', { signal: controller.signal }, policy)).rejects.toMatchObject({ name: 'AbortError' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
})
