import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { useMoneyText } from '@/ui/Money'
import { showToast } from '@/ui/toast'
import { recallPayment } from '../api/recallPayment'

/** Asks once more before a payout is taken back. */
export function RecallDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const client = useQueryClient()
  const money = useMoneyText()
  const [isPending, setIsPending] = useState(false)
  const recall = async () => {
    setIsPending(true)
    try {
      await recallPayment(client, payment.id)
      showToast('successfully', t('cashbox.recalled', { amount: money(payment.amount_cents, payment.currency) }))
    } catch (error) {
      // It may have been sent meanwhile: show where it stands.
      void client.invalidateQueries({ queryKey: paymentQuery(payment.id).queryKey })
      showToast('reject', errorText(error))
    }
    onClose()
  }
  return (
    <Dialog title={t('cashbox.recall_title', { amount: money(payment.amount_cents, payment.currency) })} onClose={onClose} size="s">
      <p className="mb-6 text-sm text-soft">{t('cashbox.recall_text')}</p>
      <div className="grid gap-2">
        <Button variant="danger" wide size="l" pending={isPending} onPress={() => void recall()}>
          {t('cashbox.recall_confirm')}
        </Button>
        <Button variant="secondary" wide size="l" onPress={onClose}>
          {t('cashbox.recall_keep')}
        </Button>
      </div>
    </Dialog>
  )
}
