/** How long an amount counts: frames come once a second. */
const COUNT_MS = 900

/** The amount on show `elapsedMs` after it began to count from `from` to `to`; a whole number of subunits. */
export function amountAt(from: number, to: number, elapsedMs: number): number {
  const share = Math.min(1, Math.max(0, elapsedMs / COUNT_MS))
  // It slows down towards the end.
  return share === 1 ? to : Math.floor(from + (to - from) * (1 - (1 - share) ** 2))
}

/** How far an amount is from what its cycle began with towards what it has to be won by, from 0 to 1. */
export function heatOf({ amount_cents, seed_cents, must_hit_by_cents }: { amount_cents: number; seed_cents: number; must_hit_by_cents: number }): number {
  return Math.min(1, Math.max(0, (amount_cents - seed_cents) / (must_hit_by_cents - seed_cents)))
}
