import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onPaymentChange, paymentsQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { useMoneyText } from '@/ui/Money'
import { showToast } from '@/ui/toast'
import { isCanceledNews, markTold, readTold } from '../model/toldPayments'

/** Tells of payments that end while the player is elsewhere on the site. Renders nothing. */
export function PaymentNotices() {
  const money = useMoneyText()
  const { data } = useQuery(paymentsQuery(1))
  useEffect(() => {
    for (const payment of data?.data ?? []) tellOfCancellation(payment)
  }, [data])
  useEffect(
    () =>
      onPaymentChange((payment) => {
        tellOfCancellation(payment)
        tellOfPayout(payment, money(payment.amount_cents, payment.currency))
      }),
    [money],
  )
  return null
}

function tellOfCancellation(payment: Payment): void {
  const now = Date.now()
  if (!isCanceledNews(payment, now, readTold(localStorage))) return
  markTold(payment.id, now)
  showToast('warning', t('cashbox.toast.canceled', { action: t('cashbox.action.deposit') }), { id: `payment-${payment.id}` })
}

function tellOfPayout(payment: Payment, amount: string): void {
  if (payment.action !== 'cashout') return
  const id = `payment-${payment.id}`
  if (payment.state === 'succeeded') showToast('successfully', t('cashbox.toast.payout_sent', { amount }), { id })
  if (payment.state === 'declined' || payment.state === 'rejected') showToast('reject', t('cashbox.toast.payout_refused', { amount }), { id })
}
