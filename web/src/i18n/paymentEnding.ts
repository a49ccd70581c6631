import type { Payment } from '@/api/types'
import type { MessageKey } from './keys'

/** How the end of a payment is told. */
export interface PaymentEnding {
  kind: 'successfully' | 'warning' | 'reject'
  text: MessageKey
}

type Ending = { kind: PaymentEnding['kind']; deposit: MessageKey; cashout?: MessageKey }

const FAILED: Ending = { kind: 'reject', deposit: 'payment.deposit_failed', cashout: 'payment.cashout_failed' }

const ENDINGS: Partial<Record<Payment['state'], Ending>> = {
  succeeded: { kind: 'successfully', deposit: 'payment.deposit_succeeded', cashout: 'payment.cashout_succeeded' },
  declined: FAILED,
  rejected: FAILED,
  canceled: { kind: 'warning', deposit: 'payment.deposit_canceled' },
}

/** What is told of a payment's end; undefined while it goes on, and of a payout that was taken back, which is no news to the player. */
export function paymentEnding({ action, state }: Pick<Payment, 'action' | 'state'>): PaymentEnding | undefined {
  const ending = ENDINGS[state]
  const text = ending?.[action]
  return ending && text && { kind: ending.kind, text }
}
