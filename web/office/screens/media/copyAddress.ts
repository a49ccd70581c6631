import { showToast } from '@/ui/toast'
import { t } from '../../i18n/texts'

/** Puts the address of a medium on the clipboard, and says whether the browser let it. */
export function copyAddress(address: string): void {
  navigator.clipboard.writeText(address).then(
    () => showToast('successfully', t('media.copied')),
    // A page without https may not copy; the address can be marked by hand.
    () => showToast('reject', t('media.not_copied')),
  )
}
