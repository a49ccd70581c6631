import { t } from '@/i18n/messages'
import { showToast } from '@/ui/toast'

const ID = { id: 'subscription' }

/** Tells that offers come from now on, or that they came before. */
export function tellSubscribed(outcome: 'already' | 'done'): void {
  if (outcome === 'already') showToast('message', t('subscribe.already'), ID)
  else showToast('successfully', t('subscribe.done'), ID)
}

/** Tells that a subscription went wrong. */
export function tellNotSubscribed(): void {
  showToast('warning', t('subscribe.failed'), ID)
}
