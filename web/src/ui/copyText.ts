import { t } from '@/i18n/messages'
import { showToast } from './toast'

/** Puts `text` on the clipboard, and says whether the browser let it. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast('successfully', t('cashbox.copied'), { id: 'copied' }),
    () => showToast('reject', t('fairness.copy_failed'), { id: 'copied' }),
  )
}
