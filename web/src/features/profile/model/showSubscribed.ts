import { ApiError } from '@/api/errors'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { showToast } from '@/ui/toast'

const ID = { id: 'subscription' }

/** Tells that offers come from now on, or that they came before. */
export function showSubscribed(outcome: 'already' | 'done'): void {
  if (outcome === 'already') showToast('message', t('subscribe.already'), ID)
  else showToast('successfully', t('subscribe.done'), ID)
}

/** Why somebody gets no offers for a while. */
const BREAKS = ['self_excluded', 'cooling_off']

/** Tells that a subscription went wrong; who takes a break is told of that. */
export function showNotSubscribed(error?: unknown): void {
  const takesBreak = error instanceof ApiError && BREAKS.includes(error.code)
  showToast('warning', takesBreak ? errorText(error) : t('subscribe.failed'), ID)
}
