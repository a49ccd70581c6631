import { log } from '@/platform/log'
import { randomId } from '@/platform/random'
import { noteServerDate } from '@/platform/serverClock'
import { isGateway, noteServerReached, onReconnect, checkConnectivity } from '@/platform/connectivity'
import { traceParent } from '@/platform/trace'
import { taskQueue } from '@/platform/taskQueue'
import { callName } from './callName'
import { ApiError, apiErrorFrom, NetworkError } from './errors'
import { requestReauthentication } from './reauth'

const RETRY_BASE_MS = 300

/** The server asks for the password again before money moves; the session goes on. */
const REAUTH_REQUIRED = 'reauth_required'

/** The site is closed, and no call is answered until it is open again. */
const MAINTENANCE = 'maintenance'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Marks a call that a page makes by itself: it does not count as the player's presence. */
export const BACKGROUND = { 'X-Background': '1' }

export interface SendOptions {
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
   * A call that tells the server something beside the visit: made once, without a log entry when it fails,
   * and carried to its end when the page is left.
   */
  telemetry?: boolean
}

interface RetryPolicy {
  /** How long one try may take. */
  timeoutMs: number
  /** How long all tries of a call may take together. */
  totalMs: number
  retriesMax: number
  /** Waits that many milliseconds; rejects when the signal aborts. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>
}

/**
 * How long a call may take, and how often one without an answer is tried again. In development a dead server
 * shows at once.
 */
export function retryPolicy(isDevelopment: boolean): RetryPolicy {
  return isDevelopment ? { timeoutMs: 8_000, totalMs: 8_000, retriesMax: 0, pause } : { timeoutMs: 30_000, totalMs: 45_000, retriesMax: 6, pause }
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

const closedListeners = new Set<() => void>()

/** Calls `listener` when the server answers that the site is closed for maintenance. Returns how to stop. */
export function onClosed(listener: () => void): () => void {
  closedListeners.add(listener)
  return () => closedListeners.delete(listener)
}

/** Tells listeners that a call beside `send` was answered with 401. */
export function noteSessionEnd(): void {
  raiseAuthError(authErrors)
}

/** A random id for `Idempotency-Key`. */
export function newIdempotencyKey(): string {
  return randomId()
}

/**
 * One call of the API: the parsed JSON answer, or undefined for 204.
 * Tries again without an answer, and when a proxy or an overloaded server has answered 502, 503 or 504: calls that change
 * something carry a key, under which the server carries them out once. Then throws `ApiError` for an answer that is no
 * success, `NetworkError` when no answer came, and the abort reason when `signal` aborts. A failure is logged under the call's name.
 */
export async function send(method: Method, path: string, options: SendOptions = {}, policy: RetryPolicy = POLICY): Promise<unknown> {
  const errorsAtStart = authErrors
  // Every try of the call goes under one key, also after the password was asked for in between.
  const keyed = method === 'GET' ? options : { ...options, idempotencyKey: options.idempotencyKey ?? newIdempotencyKey() }
  try {
    return await confirmed(() => attempts(method, path, keyed, policy), options)
  } catch (error) {
    if (!options.telemetry && (error instanceof ApiError || error instanceof NetworkError)) {
      log('error', callName(method, path), failureText(error))
    }
    if (error instanceof ApiError && error.status === 401) raiseAuthError(errorsAtStart)
    if (error instanceof ApiError && error.code === MAINTENANCE) for (const listener of closedListeners) listener()
    throw error
  }
}

/** Makes a call, and once more when the server asked for the password and the player gave it. */
async function confirmed(call: () => Promise<unknown>, { telemetry, signal }: SendOptions): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    if (telemetry || !(error instanceof ApiError) || error.code !== REAUTH_REQUIRED) throw error
    if (!(await requestReauthentication())) throw error
    signal?.throwIfAborted()
    return await call()
  }
}

function failureText(error: ApiError | NetworkError): string {
  return error instanceof ApiError ? `${error.status} ${error.code}` : error.reason
}

async function attempts(method: Method, path: string, options: SendOptions, policy: RetryPolicy): Promise<unknown> {
  const url = path + queryText(options.query)
  const init: RequestInit = { method, headers: headersOf(options), credentials: 'same-origin' }
  if (options.body !== undefined) init.body = JSON.stringify(options.body)
  if (options.telemetry) init.keepalive = true
  const retriesMax = options.telemetry ? 0 : policy.retriesMax
  // A page that comes into view asks for much at once, and to ask takes a phone some milliseconds.
  if (method === 'GET') await taskQueue()

  const endsAt = performance.now() + policy.totalMs
  let last: unknown
  for (let attempt = 0; ; attempt += 1) {
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) throw last
    try {
      return await answerInTime(url, init, Math.ceil(Math.min(policy.timeoutMs, leftMs)), options.signal)
    } catch (error) {
      if (!isWorthRetry(error, attempt) || attempt >= retriesMax) throw error
      last = error
      const pauseMs = pauseBefore(error, attempt)
      if (pauseMs >= endsAt - performance.now()) throw error
      await policy.pause(pauseMs, options.signal)
    }
  }
}

/** Whether the same call may have another outcome in a moment. */
function isWorthRetry(error: unknown, attempt: number): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError)) return false
  // An earlier try of this very call is still under way.
  if (attempt > 0 && error.status === 409 && error.code === 'conflict') return true
  return isGateway(error.status) && error.code !== MAINTENANCE
}

function pauseBefore(error: unknown, attempt: number): number {
  const jitter = 0.75 + Math.random() / 2
  const wishedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.max(RETRY_BASE_MS * 2 ** attempt * jitter, wishedMs)
}

/** The headers that every call carries. */
export function headersOf(options: SendOptions): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    traceparent: traceParent(),
  }
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  return { ...headers, ...options.headers }
}

/** The end of an address with the values of a query; an absent one is left out. */
export function queryText(query: SendOptions['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`
}

/** One try, until the last byte of the answer. */
async function answerInTime(url: string, init: RequestInit, timeoutMs: number, signal?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const sentAt = Date.now()
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    noteDateOf(response, sentAt)
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    if (!init.keepalive) checkConnectivity()
    throw new NetworkError(timeout.aborted ? 'timeout' : 'offline', { cause: error })
  }
  if (!response.ok) {
    const error = apiErrorFrom(response, text)
    // A proxy answers so in place of a server that starts anew.
    if (isGateway(response.status) && !error.isReadable) checkConnectivity()
    else noteServerReached()
    throw error
  }
  if (text === '') {
    noteServerReached()
    return undefined
  }
  try {
    const answer = JSON.parse(text) as unknown
    noteServerReached()
    return answer
  } catch (error) {
    throw new NetworkError('unreadable', { cause: error })
  }
}

/** The date of an answer that a browser or a proxy may have kept is an old one. */
function noteDateOf({ headers }: Response, sentAt: number): void {
  const isFresh = headers.get('cache-control')?.includes('no-store') === true
  if (isFresh) noteServerDate(headers.get('date'), sentAt, Date.now())
}

/** Waits for so long, or until the server is back. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = onReconnect(goOn)
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
