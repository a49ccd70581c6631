import { log } from '@/lib/log'
import { randomHex } from '@/lib/random'
import { noteReached, onBack, suspectMissing } from '@/lib/reach'
import { traceParent } from '@/lib/trace'
import { turn } from '@/lib/turn'
import { callName } from './callName'
import { ApiError, apiErrorFrom, NetworkError } from './errors'

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
  /**
   * A call that tells the house something beside the visit: made once, without a log entry when it fails,
   * and carried to its end when the page is left.
   */
  telemetry?: boolean
}

interface RetryPolicy {
  timeoutMs: number
  retriesMax: number
  /** Waits that many milliseconds; rejects when the signal aborts. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>
}

/**
 * How long a call may take, and how often one without an answer is tried again. In development a dead server
 * shows at once.
 */
export function retryPolicy(isDevelopment: boolean): RetryPolicy {
  return isDevelopment ? { timeoutMs: 8_000, retriesMax: 0, pause } : { timeoutMs: 30_000, retriesMax: 6, pause }
}

const POLICY = retryPolicy(import.meta.env.DEV)

const authErrorListeners = new Set<() => void>()
/** How many ends of a session were told. */
let authErrors = 0

/**
 * Calls `listener` when the server answers 401: the session it knew is over. Calls that were under way together
 * are refused together, and that is told once. Returns how to stop.
 */
export function onAuthError(listener: () => void): () => void {
  authErrorListeners.add(listener)
  return () => authErrorListeners.delete(listener)
}

function raiseAuthError(errorsAtStart: number): void {
  // It left before the last end of a session was told, so it is part of that one.
  if (errorsAtStart < authErrors) return
  authErrors += 1
  for (const listener of authErrorListeners) listener()
}

/** A random id for `Idempotency-Key`; works on plain http hosts too, where `randomUUID` is missing. */
export function newIdempotencyKey(): string {
  return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : randomHex(16)
}

/**
 * One call of the API: the parsed JSON answer, or undefined for 204.
 * Throws `ApiError` for an answer that is no success (never retried), `NetworkError` when no answer
 * came after all retries, and the abort reason when `signal` aborts. A failure is logged under the call's name.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  options: RequestOptions = {},
  policy: RetryPolicy = POLICY,
): Promise<Answer> {
  const errorsAtStart = authErrors
  try {
    return (await attempts(method, path, options, policy)) as Answer
  } catch (error) {
    if (!options.telemetry && (error instanceof ApiError || error instanceof NetworkError)) {
      log('error', callName(method, path), failureText(error))
    }
    if (error instanceof ApiError && error.status === 401) raiseAuthError(errorsAtStart)
    throw error
  }
}

function failureText(error: ApiError | NetworkError): string {
  return error instanceof ApiError ? `${error.status} ${error.code}` : error.reason
}

async function attempts(method: Method, path: string, options: RequestOptions, policy: RetryPolicy): Promise<unknown> {
  const url = path + queryText(options.query)
  const init: RequestInit = { method, headers: headersOf(method, options), credentials: 'same-origin' }
  if (options.body !== undefined) init.body = JSON.stringify(options.body)
  if (options.telemetry) init.keepalive = true
  const retriesMax = options.telemetry ? 0 : policy.retriesMax
  // A page that comes into view asks for much at once, and to ask takes a phone some milliseconds.
  if (method === 'GET') await turn()

  for (let attempt = 0; ; attempt += 1) {
    try {
      return await answerInTime(url, init, policy.timeoutMs, options.signal)
    } catch (error) {
      if (!(error instanceof NetworkError) || attempt >= retriesMax) throw error
      const jitter = 0.75 + Math.random() / 2
      await policy.pause(RETRY_BASE_MS * 2 ** attempt * jitter, options.signal)
    }
  }
}

function headersOf(method: Method, options: RequestOptions): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    traceparent: traceParent(),
  }
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (method !== 'GET') headers['Idempotency-Key'] = options.idempotencyKey ?? newIdempotencyKey()
  return { ...headers, ...options.headers }
}

function queryText(query: RequestOptions['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`
}

/** One try, until the last byte of the answer. */
async function answerInTime(url: string, init: RequestInit, timeoutMs: number, signal?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    if (!init.keepalive) suspectMissing()
    throw new NetworkError(timeout.aborted ? 'timeout' : 'offline', { cause: error })
  }
  noteReached()
  if (!response.ok) throw apiErrorFrom(response, text)
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

/** Waits for so long, or until the house is back. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = onBack(goOn)
    const timer = setTimeout(goOn, ms)
    function goOn() {
      stop()
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', () => {
      stop()
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
