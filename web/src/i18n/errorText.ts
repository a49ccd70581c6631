import { CaptchaError } from '@/api/captcha/captcha'
import { ApiError, NetworkError, type FieldError, type FieldErrors } from '@/api/errors'
import { PasskeyError } from '@/platform/passkeys'
import { currentLocale, t, tOptional } from './messages'
import { dateTimeText } from './names'

/** What to tell the player about a failed call. */
export function errorText(error: unknown): string {
  if (error instanceof NetworkError) return t(error.reason === 'unreadable' ? 'error.internal' : `error.${error.reason}`)
  if (error instanceof ApiError) {
    const text = codeText(error.code, t('error.internal'))
    return error.until ? tOptional(`error.${error.code}_until`, text, { date: dateTimeText(error.until) }) : text
  }
  return t('error.internal')
}

/** What to tell about a refused form as a whole. */
export function problemText(error: unknown): string {
  if (error instanceof CaptchaError) return t('auth.captcha_failed')
  if (error instanceof PasskeyError) return t('security.no_passkey_shown')
  if (error instanceof ApiError && error.status === 429 && error.retryAfterSeconds) {
    return t('auth.too_many', { seconds: error.retryAfterSeconds })
  }
  return errorText(error)
}

/** The last part of a code (`VALIDATION.CITY.TOO_LONG`) has a text of its own for fields that have no special one. */
function codeText(code: string, fallback: string): string {
  const general = code.slice(code.lastIndexOf('.') + 1)
  return tOptional(`error.${code}`, tOptional(`error.VALIDATION.${general}`, fallback))
}

/** What to tell about one field: the site's text for the code, else the server's own words, which are English. */
export function fieldErrorText(error: FieldError): string {
  const words = currentLocale().startsWith('en') ? error.message : ''
  return codeText(error.code, words || t('error.bad_request'))
}

/** What to tell about a rule that the site itself found broken. */
export function ruleText(field: string, rule: string): string {
  return codeText(`VALIDATION.${field.toUpperCase()}.${rule}`, t('error.bad_request'))
}

/** What a refused call has against each of its fields; empty when it was refused for another reason. */
export function refusedFields(error: unknown): FieldErrors {
  return error instanceof ApiError ? error.fields : {}
}

/** The first complaint about each field of a refused call, as texts; empty when it was refused for another reason. */
export function fieldTexts(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.fields).flatMap(([field, [first]]) => (first ? [[field, fieldErrorText(first)]] : [])))
}
