import { ApiError, NetworkError, type FieldError } from '@/api/errors'
import { t, tOptional } from './messages'

/** What to tell the player about a failed call. */
export function errorText(error: unknown): string {
  if (error instanceof NetworkError) return t(error.reason === 'timeout' ? 'error.timeout' : 'error.offline')
  if (error instanceof ApiError) return tOptional(`error.${error.code}`, t('error.internal'))
  return t('error.internal')
}

/** What to tell about one field: the site's text for the code, else the server's own words. */
export function fieldErrorText(error: FieldError): string {
  return tOptional(`error.${error.code}`, error.message || t('error.bad_request'))
}
