import type { PaymentMethod, PaymentTerms } from '@/api/types'

/** What a method costs the way the money goes. */
export function termsOf(method: PaymentMethod, action: 'deposit' | 'cashout'): PaymentTerms {
  return action === 'deposit' ? method.depositTerms : method.withdrawalTerms
}

/** The fee on an amount, both in subunits, to the nearest one; the server works it out likewise. */
export function feeOn({ fixed_cents, basis_points, min_cents, max_cents }: PaymentTerms, amountCents: number): number {
  // An amount of a coin times a share may leave the integers that a number holds.
  const share = Number((BigInt(amountCents) * BigInt(basis_points) + 5_000n) / 10_000n)
  const fee = Math.max(share + fixed_cents, min_cents)
  return max_cents === null ? fee : Math.min(fee, max_cents)
}
