/** What a bonus says of its wagering, in subunits of its currency. */
export interface Wagering {
  stage: string
  currency: string
  amount_wager_cents: number
  amount_wager_requirement_cents: number
}

/** How far the wagering has come. */
export interface WagerProgress {
  wageredCents: number
  requiredCents: number
  leftCents: number
  /** Whole per cent, rounded down; 0 when nothing is asked. */
  percent: number
}

function progressOf(wagered: number, required: number): WagerProgress {
  // The product of two exact integers may be none: it is made exactly.
  const percent = required > 0 ? Math.min(100, Number((BigInt(wagered) * 100n) / BigInt(required))) : 0
  return { wageredCents: wagered, requiredCents: required, leftCents: Math.max(0, required - wagered), percent }
}

/** How far one bonus is wagered. */
export function wagerProgress(bonus: Pick<Wagering, 'amount_wager_cents' | 'amount_wager_requirement_cents'>): WagerProgress {
  return progressOf(bonus.amount_wager_cents, bonus.amount_wager_requirement_cents)
}

/** Whether a bonus is being wagered in a wallet of `currency`. */
export function isActiveIn(bonus: Pick<Wagering, 'stage' | 'currency'>, currency: string): boolean {
  return bonus.stage === 'handle_bets' && bonus.currency === currency
}

/** How far the bonuses that are being wagered in `currency` have come together. */
export function totalWager(bonuses: readonly Wagering[], currency: string): WagerProgress {
  const active = bonuses.filter((bonus) => isActiveIn(bonus, currency))
  const sum = (of: (bonus: Wagering) => number) => active.reduce((total, bonus) => total + of(bonus), 0)
  return progressOf(
    sum((bonus) => bonus.amount_wager_cents),
    sum((bonus) => bonus.amount_wager_requirement_cents),
  )
}
