import { apiErrorFrom, NetworkError } from './errors'

/** Production calls get 30 s, development calls 8 s so that a dead server shows at once. */
const TIMEOUT_MS = import.meta.env.DEV ? 8_000 : 30_000
/** Further attempts after a network error or a timeout. Development never retries. */
const RETRIES_MAX = import.meta.env.DEV ? 0 : 6
const RETRY_BASE_MS = 300

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /**
   * The same for every try of one logical action, so that the server carries it out once. Calls that
   * change state get a fresh one when none is given.
   */
  idempotencyKey?: string
}

interface RetryPolicy {
  timeoutMs: number
  retriesMax: number
  /** Waits that many milliseconds; rejects when the signal aborts. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>
}

const POLICY: RetryPolicy = { timeoutMs: TIMEOUT_MS, retriesMax: RETRIES_MAX, pause }

const authErrorListeners = new Set<() => void>()

/** Calls `listener` whenever the server answers 401: the session it knew is over. Returns how to stop. */
export function onAuthError(listener: () => void): () => void {
  authErrorListeners.add(listener)
  return () => authErrorListeners.delete(listener)
}

/** A random id for `Idempotency-Key`; works on plain http hosts too, where `randomUUID` is missing. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * One call of the API: the parsed JSON answer, or undefined for 204.
 * Throws `ApiError` for an answer that is no success (never retried), `NetworkError` when no answer
 * came after all retries, and the abort reason when `signal` aborts.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  options: RequestOptions = {},
  policy: RetryPolicy = POLICY,
): Promise<Answer> {
  const url = path + queryText(options.query)
  const init: RequestInit = { method, headers: headersOf(method, options), credentials: 'same-origin' }
  if (options.body !== undefined) init.body = JSON.stringify(options.body)

  for (let attempt = 0; ; attempt += 1) {
    try {
      return await answerOf<Answer>(await fetchInTime(url, init, policy.timeoutMs, options.signal))
    } catch (error) {
      if (!(error instanceof NetworkError) || attempt >= policy.retriesMax) throw error
      const jitter = 0.75 + Math.random() / 2
      await policy.pause(RETRY_BASE_MS * 2 ** attempt * jitter, options.signal)
    }
  }
}

function headersOf(method: Method, options: RequestOptions): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (method !== 'GET') headers['Idempotency-Key'] = options.idempotencyKey ?? newIdempotencyKey()
  return { ...headers, ...options.headers }
}

function queryText(query: RequestOptions['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`
}

async function fetchInTime(url: string, init: RequestInit, timeoutMs: number, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new NetworkError(timeout.aborted ? 'timeout' : 'offline', { cause: error })
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  if (response.ok) {
    if (response.status === 204) return undefined as Answer
    return (await response.json()) as Answer
  }
  if (response.status === 401) for (const listener of authErrorListeners) listener()
  throw await apiErrorFrom(response)
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
