import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onPaymentChange, paymentsQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { paymentEnding } from '@/i18n/paymentEnding'
import { showToast } from '@/ui/toast'
import { isCanceledDeposit, isNews, markAnnounced, readAnnounced } from '../model/announcedPayments'
import { isWatched } from './usePaymentWatch'

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
  const ending = paymentEnding(payment)
  const now = Date.now()
  if (!ending || isWatched(payment.id) || !isNews(payment, now, readAnnounced())) return
  markAnnounced(payment.id, now)
  showToast(ending.kind, t(ending.text), { id: `payment-${payment.id}` })
}
