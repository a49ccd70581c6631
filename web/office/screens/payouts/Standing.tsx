import { Badge } from '@/ui/Badge'
import type { PayoutRow } from '../../api/types'
import { t, tWord } from '../../i18n/texts'

/** How the decision about a cashout stands; one that waits for nobody any more tells how the payment does. */
export function Standing({ payout: { review, state, needs_two, approval } }: { payout: PayoutRow }) {
  if (review === 'approved') return <Badge tone="success">{t('payouts.approved')}</Badge>
  if (review === 'declined') return <Badge tone="danger">{t('payouts.declined')}</Badge>
  if (state !== 'reserved') return <Badge>{tWord('payment_state', state)}</Badge>
  if (approval) return <Badge tone="warning">{t('payouts.one_of_two')}</Badge>
  return <Badge tone="info">{t(needs_two ? 'payouts.needs_two' : 'payouts.waits')}</Badge>
}
