import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onAuthError, request } from './client'
import { ApiError, NetworkError } from './errors'

const fetchMock = vi.fn<typeof fetch>()
const policy = { timeoutMs: 1_000, retriesMax: 6, pause: () => Promise.resolve() }

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers })
}

function headersOfCall(index: number): Record<string, string> {
  return fetchMock.mock.calls[index]?.[1]?.headers as Record<string, string>
}

beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

describe('request', () => {
  test('marks every call as XMLHttpRequest and leaves out absent query values', async () => {
    fetchMock.mockResolvedValue(json(200, { ok: true }))
    await request('GET', '/api/x', { query: { a: 1, b: undefined, c: null, d: 'ü' } })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/x?a=1&d=%C3%BC')
    expect(headersOfCall(0)['X-Requested-With']).toBe('XMLHttpRequest')
    expect(headersOfCall(0)['Idempotency-Key']).toBeUndefined()
  })

  test('tries network errors six more times under one idempotency key', async () => {
    fetchMock.mockRejectedValue(new TypeError('failed'))
    await expect(request('POST', '/api/x', { body: {} }, policy)).rejects.toBeInstanceOf(NetworkError)
    expect(fetchMock).toHaveBeenCalledTimes(7)
    const keys = new Set(fetchMock.mock.calls.map((_, index) => headersOfCall(index)['Idempotency-Key']))
    expect(keys.size).toBe(1)
  })

  test('never retries an answer', async () => {
    fetchMock.mockResolvedValue(json(500, { error: { code: 'internal', message: 'x' } }))
    await expect(request('GET', '/api/x', {}, policy)).rejects.toMatchObject({ status: 500, code: 'internal' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
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
