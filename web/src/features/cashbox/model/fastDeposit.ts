import type { Payment, PaymentMethod } from '@/api/types'

/** A deposit that takes one press: by a card or account that is kept. */
export interface FastDeposit {
  method: PaymentMethod
  profile: PaymentMethod['savedProfiles'][number]
  /** Subunits of the last deposit that the method still takes; null when there is none. */
  cents: number | null
}

/** Whether the method takes a deposit of so much. */
function takes({ deposit: { min_cents, max_cents, step_cents } }: PaymentMethod, cents: number): boolean {
  return cents >= min_cents && (max_cents === null || cents <= max_cents) && cents % step_cents === 0
}

/**
 * The last deposit that was paid by a method whose card or account is kept, to be repeated; without one the first method
 * that keeps one. Null where nothing is kept. `payments` are the newest first.
 */
export function fastDeposit(methods: readonly PaymentMethod[], payments: readonly Payment[], currency: string): FastDeposit | null {
  const kept = methods.filter(({ savedProfiles }) => savedProfiles.length > 0)
  const paid = payments.filter((payment) => payment.action === 'deposit' && payment.state === 'succeeded' && payment.currency === currency)
  const last = paid.find(({ payment_method_id: id }) => kept.some((method) => method.id === id))
  const method = kept.find(({ id }) => id === last?.payment_method_id) ?? kept[0]
  const profile = method?.savedProfiles[0]
  if (!method || !profile) return null
  const cents = last && takes(method, last.requested_cents) ? last.requested_cents : null
  return { method, profile, cents }
}
