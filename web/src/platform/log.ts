import { Outbox } from './outbox'
import { traceId } from './trace'

/** What a failure is called in the log, so that it can be counted. Failed calls are named by their path besides. */
export const LOG_CODES = [
  'LOGIN_ERROR',
  'SIGN_IN_ERROR',
  'REGISTRATION_ERROR',
  'CAPTCHA_TOKEN_ERROR',
  'LOAD_FOUND_GAMES_ERROR',
  'LOAD_JACKPOT_WINS_ERROR',
  'LOAD_MESSAGES_ERROR',
  'LOAD_LOTTERIES_ERROR',
  'LOAD_LOTTERIES_STATUSES_ERROR',
  'LOAD_PAYMENTS_ERROR',
  'LOAD_PLAYER_FIELDS_ERROR',
  'LOAD_STATS_ERROR',
  'LOAD_USER_TOURNAMENTS_ERROR',
  'CHOOSE_TOURNAMENT_ERROR',
  'FRAUD_CHECK_ERROR',
  'RENDER_ERROR',
  'REALTIME_ERROR',
  'CHAT_ERROR',
] as const

export type LogCode = (typeof LOG_CODES)[number]
export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** One line of the log. */
export interface LogEntry {
  level: LogLevel
  code: string
  message: string
  /** Where in the code; only for failures that were thrown. */
  stack?: string
  /** The page's address without its parameters, which may hold tokens. */
  url: string
  /** The navigation in which it happened. */
  trace_id: string
}

const outbox = new Outbox<LogEntry>(50)

/** Hands every entry to `take`, those that were written before first. Returns how to stop. */
export const deliverLog = (take: (entry: LogEntry) => void) => outbox.deliverTo(take)

/** Writes one entry. Never passwords, tokens or card digits. */
export function log(level: LogLevel, code: string, message: string, stack?: string): void {
  outbox.put({ level, code, message, ...(stack && { stack }), url: window.location.pathname, trace_id: traceId() })
}

/** Writes a failure to the log. Never passwords, tokens or card digits: `error` is what the call threw. */
export function logError(code: LogCode, error: unknown): void {
  // A call given up because nobody waits for it any more is no failure.
  if (error instanceof DOMException && error.name === 'AbortError') return
  console.error(code, error)
  if (error instanceof Error) log('error', code, `${error.name}: ${error.message}`, error.stack)
  else log('error', code, String(error))
}
