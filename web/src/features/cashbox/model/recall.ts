import type { Payment } from '@/api/types'

/** How long a payout can still be taken back: the seconds, rounded up, and the share of the whole time (0 to 1). */
export interface TimeLeft {
  seconds: number
  share: number
}

/**
 * The time that is left to take a payout back at `nowMs`; `open` when no moment is set, null when it cannot be taken
 * back, or no longer.
 */
export function timeToRecall(payment: Pick<Payment, 'recallable' | 'recallable_until' | 'created_at'>, nowMs: number): TimeLeft | 'open' | null {
  if (!payment.recallable) return null
  if (!payment.recallable_until) return 'open'
  const until = Date.parse(payment.recallable_until)
  const leftMs = until - nowMs
  if (leftMs <= 0) return null
  const wholeMs = until - Date.parse(payment.created_at)
  return { seconds: Math.ceil(leftMs / 1000), share: Math.min(1, leftMs / Math.max(1, wholeMs)) }
}
