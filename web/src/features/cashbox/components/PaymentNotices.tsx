import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onPaymentChange, paymentsQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { showToast, type ToastKind } from '@/ui/toast'
import { isCanceledDeposit, isNews, markTold, readTold } from '../model/toldPayments'
import { isWatched } from './usePaymentWatch'

type Ending = { kind: ToastKind; deposit: MessageKey; cashout: MessageKey }

const FAILED: Ending = { kind: 'reject', deposit: 'payment.deposit_failed', cashout: 'payment.cashout_failed' }

/** What is told of each end; a payout that the player took back is no news to the player. */
const ENDINGS: Partial<Record<Payment['state'], Ending>> = {
  succeeded: { kind: 'successfully', deposit: 'payment.deposit_succeeded', cashout: 'payment.cashout_succeeded' },
  declined: FAILED,
  rejected: FAILED,
  canceled: { kind: 'warning', deposit: 'payment.deposit_canceled', cashout: 'payment.cashout_canceled' },
}

/** Tells how payments end while the player is elsewhere on the site: each once. Renders nothing. */
export function PaymentNotices() {
  const { data } = useQuery(paymentsQuery(1))
  useEffect(() => {
    data?.data.filter(isCanceledDeposit).forEach(tell)
  }, [data])
  useEffect(() => onPaymentChange(tell), [])
  return null
}

function tell(payment: Payment): void {
  const ending = ENDINGS[payment.state]
  const now = Date.now()
  if (!ending || isWatched(payment.id) || !isNews(payment, now, readTold())) return
  markTold(payment.id, now)
  showToast(ending.kind, t(ending[payment.action]), { id: `payment-${payment.id}` })
}
