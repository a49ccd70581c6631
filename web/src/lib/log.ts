/** What a failure is called in the log, so that it can be counted. */
export type LogCode =
  | 'LOGIN_ERROR'
  | 'SIGN_IN_ERROR'
  | 'REGISTRATION_ERROR'
  | 'CAPTCHA_TOKEN_ERROR'
  | 'LOAD_PAYMENTS_ERROR'
  | 'LOAD_PLAYER_FIELDS_ERROR'
  | 'LOAD_STATS_ERROR'
  | 'FRAUD_CHECK_ERROR'

/** Writes a failure to the log. Never passwords, tokens or card digits: `error` is what the call threw. */
export function logError(code: LogCode, error: unknown): void {
  // A call given up because nobody waits for it any more is no failure.
  if (error instanceof DOMException && error.name === 'AbortError') return
  console.error(code, error)
}
