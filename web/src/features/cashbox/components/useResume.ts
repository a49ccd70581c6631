import { useQueryClient } from '@tanstack/react-query'
import type { Payment } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { resumePayment } from '../api/resumePayment'

/** Going on with a deposit that waits: `onOpen` is given it with the address of the partner's page. */
export function useResume(onOpen: (payment: Payment) => void): { isResuming: boolean; resume: (id: string) => void } {
  const client = useQueryClient()
  const { isPending, start } = useAction({
    run: (id: string, { idempotencyKey }) => resumePayment(client, id, idempotencyKey),
    onDone: (payment) => {
      if (payment.redirect_url) onOpen(payment)
      else showToast('message', t('cashbox.not_payable'))
    },
    onError: toastError,
  })
  return { isResuming: isPending, resume: (id) => void start(id) }
}
