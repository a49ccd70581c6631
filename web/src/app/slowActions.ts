import { t } from '@/i18n/messages'
import { onSlowActions } from '@/platform/slowActions'
import { closeToast, showToast } from '@/ui/toast'

const TOAST = 'still-trying'

/** Tells whoever waits for an action that it is still under way. Returns how to stop. */
export function watchSlowActions(): () => void {
  return onSlowActions((isSlow) => {
    if (isSlow) showToast('message', t('action.still_trying'), { id: TOAST, persistent: true })
    else closeToast(TOAST)
  })
}
