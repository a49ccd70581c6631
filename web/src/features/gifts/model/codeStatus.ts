import { t } from '@/i18n/messages'
import { showToast } from '@/ui/toast'
import type { CodeStatus } from '../api/redeemCode'

/** Tells what became of a code: each answer has words of its own. */
export function statusToast(status: CodeStatus): void {
  showToast(status === 'activated' ? 'successfully' : 'warning', t(`promocode.status.${status}`), { id: 'promocode' })
}
