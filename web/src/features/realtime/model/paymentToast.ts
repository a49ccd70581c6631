import type { Payment } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { showToast, type ToastKind } from '@/ui/toast'

/** A payment that ended longer ago than this is old news, told again after a reconnect. */
const NEWS_MS = 5 * 60_000

type Outcome = { kind: ToastKind; deposit: MessageKey; cashout: MessageKey }

const FAILED: Outcome = { kind: 'warning', deposit: 'payment.deposit_failed', cashout: 'payment.cashout_failed' }

const OUTCOMES: Partial<Record<Payment['state'], Outcome>> = {
  succeeded: { kind: 'successfully', deposit: 'payment.deposit_succeeded', cashout: 'payment.cashout_succeeded' },
  declined: FAILED,
  rejected: FAILED,
  canceled: { kind: 'warning', deposit: 'payment.deposit_canceled', cashout: 'payment.cashout_canceled' },
}

const announced = new Set<string>()

/** Tells how a payment ended: once for each, and only while it is news. */
export function paymentToast(payment: Payment, now: number): void {
  const outcome = OUTCOMES[payment.state]
  if (!outcome || !payment.finished_at || announced.has(payment.id)) return
  if (now - Date.parse(payment.finished_at) > NEWS_MS) return
  announced.add(payment.id)
  showToast(outcome.kind, t(outcome[payment.action]), { id: `payment-${payment.id}` })
}
