import type { Payment, PaymentState } from '@/api/types'
import type { MessageKey } from '@/i18n/messages'
import type { BadgeTone } from '@/ui/Badge'

/** How each state is called and coloured in lists. */
export const STATE_LOOKS: Record<PaymentState, { label: MessageKey; tone: BadgeTone }> = {
  pending: { label: 'cashbox.state.pending', tone: 'warning' },
  reserved: { label: 'cashbox.state.reserved', tone: 'warning' },
  processing: { label: 'cashbox.state.processing', tone: 'info' },
  succeeded: { label: 'cashbox.state.succeeded', tone: 'success' },
  declined: { label: 'cashbox.state.declined', tone: 'danger' },
  rejected: { label: 'cashbox.state.rejected', tone: 'danger' },
  canceled: { label: 'cashbox.state.canceled', tone: 'neutral' },
  recalled: { label: 'cashbox.state.recalled', tone: 'neutral' },
}

/** The end screen that a payment leads to. */
export type Outcome = 'success' | 'pending' | 'failure' | 'canceled'

const OUTCOMES: Record<PaymentState, Outcome> = {
  pending: 'pending',
  reserved: 'pending',
  processing: 'pending',
  succeeded: 'success',
  declined: 'failure',
  rejected: 'failure',
  canceled: 'canceled',
  recalled: 'canceled',
}

export function outcomeOf(payment: Payment): Outcome {
  return OUTCOMES[payment.state]
}

/** Whether a payment has ended without money: what it would have cost is not charged. */
export const cameToNothing = ({ state }: Pick<Payment, 'state'>): boolean => ['declined', 'rejected', 'canceled', 'recalled'].includes(state)
