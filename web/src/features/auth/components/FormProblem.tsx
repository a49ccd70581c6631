import { ApiError } from '@/api/errors'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Notice } from '@/ui/Notice'
import { CaptchaError } from '../model/captcha'

/** What to tell about a refused form as a whole. */
export function problemText(error: unknown): string {
  if (error instanceof CaptchaError) return t('auth.captcha_failed')
  if (error instanceof ApiError && error.status === 429 && error.retryAfterSeconds) {
    return t('auth.too_many', { seconds: error.retryAfterSeconds })
  }
  return errorText(error)
}

/** What is wrong with a form as a whole, above its button. */
export function FormProblem({ text }: { text: string | undefined }) {
  return text ? <Notice tone="danger">{text}</Notice> : null
}
