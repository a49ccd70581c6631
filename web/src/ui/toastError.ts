import { problemText } from '@/i18n/errorText'
import { showToast } from './toast'

/** Tells of an action that failed where no form stands that could. */
export function toastError(error: unknown): void {
  showToast('reject', problemText(error))
}
