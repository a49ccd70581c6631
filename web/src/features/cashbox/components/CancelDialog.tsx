import { useQueryClient } from '@tanstack/react-query'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { useMoneyText } from '@/ui/Money'
import { cancelPayment } from '../api/cancelPayment'
import { PaymentQuestion } from './PaymentQuestion'

/** Asks once more before a waiting deposit is given up. */
export function CancelDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const client = useQueryClient()
  const amount = useMoneyText()(payment.amount_cents, payment.currency)
  return (
    <PaymentQuestion
      payment={payment}
      title={t('cashbox.cancel_title', { amount })}
      text={t('cashbox.cancel_text')}
      confirm={t('cashbox.cancel')}
      keep={t('cashbox.cancel_keep')}
      act={(idempotencyKey) => cancelPayment(client, payment.id, idempotencyKey)}
      done={t('cashbox.canceled')}
      onClose={onClose}
    />
  )
}
