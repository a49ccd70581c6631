import { useQueryClient } from '@tanstack/react-query'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { useMoneyText } from '@/ui/Money'
import { recallPayment } from '../api/recallPayment'
import { PaymentQuestion } from './PaymentQuestion'

/** Asks once more before a payout is taken back. */
export function RecallDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const client = useQueryClient()
  const amount = useMoneyText()(payment.amount_cents, payment.currency)
  return (
    <PaymentQuestion
      payment={payment}
      title={t('cashbox.recall_title', { amount })}
      text={t('cashbox.recall_text')}
      confirm={t('cashbox.recall_confirm')}
      keep={t('cashbox.recall_keep')}
      act={(idempotencyKey) => recallPayment(client, payment.id, idempotencyKey)}
      done={t('cashbox.recalled', { amount })}
      onClose={onClose}
    />
  )
}
