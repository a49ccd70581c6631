import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverLog, type LogEntry } from '@/lib/log'
import { onAuthError, request, retryPolicy } from './client'
import { ApiError, NetworkError } from './errors'

// Whether the house is there at all is asked beside the calls that are looked at here.
vi.mock('@/lib/reach', () => ({ noteReached: () => undefined, onBack: () => () => undefined, suspectMissing: () => undefined }))

const fetchMock = vi.fn<typeof fetch>()
const pauses: number[] = []
const pause = (ms: number) => {
  pauses.push(ms)
  return Promise.resolve()
}
const policy = { timeoutMs: 1_000, retriesMax: 6, pause }
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

describe('request', () => {
  test('marks every call as XMLHttpRequest and leaves out absent query values', async () => {
    fetchMock.mockResolvedValue(json(200, { ok: true }))
    await request('GET', '/api/x', { query: { a: 1, b: undefined, c: null, d: 'ü' } })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/x?a=1&d=%C3%BC')
    expect(headersOfCall(0)['X-Requested-With']).toBe('XMLHttpRequest')
    expect(headersOfCall(0).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(headersOfCall(0)['Idempotency-Key']).toBeUndefined()
  })

  test('tries network errors six more times under one idempotency key', async () => {
    fetchMock.mockRejectedValue(new TypeError('failed'))
    await expect(request('POST', '/api/x', { body: {} }, policy)).rejects.toBeInstanceOf(NetworkError)
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
    await expect(request('GET', '/api/x', {}, policy)).resolves.toEqual({ ok: true })
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['production', false, 30_000, 6],
    ['development', true, 8_000, 0],
  ])('%s has its own patience', (_, isDevelopment, timeoutMs, retriesMax) => {
    expect(retryPolicy(isDevelopment)).toMatchObject({ timeoutMs, retriesMax })
  })

  test('an answer that does not come in time is a timeout', async () => {
    fetchMock.mockImplementation(
      (_url, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))),
    )
    const impatient = { timeoutMs: 5, retriesMax: 1, pause }
    await expect(request('GET', '/api/x', {}, impatient)).rejects.toMatchObject({ reason: 'timeout' })
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(logged[0]?.message).toBe('timeout')
  })

  test('telemetry is sent once, outlives the page and fails in silence', async () => {
    fetchMock.mockRejectedValue(new TypeError('failed'))
    await expect(request('PUT', '/log', { body: {}, telemetry: true }, policy)).rejects.toBeInstanceOf(NetworkError)
    fetchMock.mockResolvedValue(json(500, {}))
    await expect(request('PUT', '/log', { body: {}, telemetry: true }, policy)).rejects.toBeInstanceOf(ApiError)
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(fetchMock.mock.calls[0]?.[1]?.keepalive).toBe(true)
    expect(logged).toEqual([])
  })

  test('never retries an answer', async () => {
    fetchMock.mockResolvedValue(json(500, { error: { code: 'internal', message: 'x' } }))
    await expect(request('GET', '/api/x', {}, policy)).rejects.toMatchObject({ status: 500, code: 'internal' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
    expect(logged).toMatchObject([{ code: 'GET_API_X', message: '500 internal' }])
  })

  test('reads field errors', async () => {
    fetchMock.mockResolvedValue(json(422, { errors: { email: [{ code: 'SIGN_IN.INVALID', message: 'no' }] } }))
    const error = await request('POST', '/api/x', {}, policy).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).fields.email?.[0]?.code).toBe('SIGN_IN.INVALID')
  })

  test('reads how long to wait', async () => {
    fetchMock.mockResolvedValue(json(429, { error: { code: 'too_many_requests', message: '' } }, { 'Retry-After': '60' }))
    await expect(request('GET', '/api/x', {}, policy)).rejects.toMatchObject({ retryAfterSeconds: 60 })
  })

  test('a malformed error answer becomes internal', async () => {
    fetchMock.mockResolvedValue(new Response('<html>', { status: 502 }))
    await expect(request('GET', '/api/x', {}, policy)).rejects.toMatchObject({ status: 502, code: 'internal' })
  })

  test('a 401 tells every listener once', async () => {
    const listener = vi.fn()
    const stop = onAuthError(listener)
    fetchMock.mockResolvedValue(json(401, { error: { code: 'unauthorized', message: '' } }))
    await request('GET', '/api/x', {}, policy).catch(() => undefined)
    stop()
    await request('GET', '/api/x', {}, policy).catch(() => undefined)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('calls that are refused together are one end of session, later ones another', async () => {
    const listener = vi.fn()
    const stop = onAuthError(listener)
    const refuse = () => Promise.resolve(json(401, { error: { code: 'unauthorized', message: '' } }))
    fetchMock.mockImplementation(refuse)
    await Promise.allSettled(Array.from({ length: 5 }, () => request('GET', '/api/x', {}, policy)))
    expect(listener).toHaveBeenCalledTimes(1)
    await request('GET', '/api/x', {}, policy).catch(() => undefined)
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
  })

  test('an abort is passed on and not retried', async () => {
    const controller = new AbortController()
    fetchMock.mockImplementation(() => {
      controller.abort()
      return Promise.reject(new DOMException('aborted', 'AbortError'))
    })
    await expect(request('GET', '/api/x', { signal: controller.signal }, policy)).rejects.toMatchObject({ name: 'AbortError' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
})
