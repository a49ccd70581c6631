import { useQueryClient } from '@tanstack/react-query'
import { isDefinitive } from '@/api/action'
import { paymentQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { useAction } from '@/api/useAction'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'

interface PaymentQuestionProps {
  payment: Payment
  title: string
  text: string
  confirm: string
  keep: string
  /** Does what was asked, under the key of this action. */
  act: (idempotencyKey: string) => Promise<void>
  /** What is said when it is done. */
  done: string
  onClose: () => void
}

/** Asks once more before a payment is stopped. */
export function PaymentQuestion({ payment, title, text, confirm, keep, act, done, onClose }: PaymentQuestionProps) {
  const client = useQueryClient()
  const action = useAction({
    run: (_: void, { idempotencyKey }) => act(idempotencyKey),
    onDone: () => {
      showToast('successfully', done)
      onClose()
    },
    onError: (error) => {
      // It may have moved on meanwhile: show where it stands.
      void client.invalidateQueries({ queryKey: paymentQuery(payment.id).queryKey })
      toastError(error)
      if (isDefinitive(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={confirm}
      keep={keep}
      tone="danger"
      pending={action.isPending}
      onConfirm={() => void action.start()}
      onClose={onClose}
    />
  )
}
