import type { Account, BalanceFrame } from '../types'

/** A game that has told nothing for so long is taken for dead: its hold ends. */
const HOLD_MS_MAX = 60_000

export type Amounts = Pick<Account, 'currency' | 'amount_cents' | 'bonus_amount_cents' | 'available_to_cashout_cents'>

/** Amounts by currency as they stay on the screen; null while nothing is withheld. */
let held: ReadonlyMap<string, Amounts> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function change(next: ReadonlyMap<string, Amounts> | null): void {
  held = next
  for (const listener of listeners) listener()
}

/**
 * Withholds what a round changes: while the reels of this tab turn, the header must not tell how they will stop.
 * `releaseBalance` ends it. What changes beside the round, such as a deposit, is shown all the same.
 */
export function holdBalance(accounts: readonly Account[]): void {
  clearTimeout(timer)
  timer = setTimeout(releaseBalance, HOLD_MS_MAX)
  if (held === null) change(new Map(accounts.map((account) => [account.currency, account])))
}

/** Shows the newest balance again. */
export function releaseBalance(): void {
  clearTimeout(timer)
  if (held !== null) change(null)
}

/** Lets through what a frame changes that no round caused; `before` is the wallet as it was known until now. */
export function passBalance(frame: Pick<BalanceFrame, 'currency' | 'round_id'> & Amounts, before: Amounts | undefined): void {
  const shown = held?.get(frame.currency)
  if (!held || !shown || !before || frame.round_id !== null) return
  const moved = (field: 'amount_cents' | 'bonus_amount_cents' | 'available_to_cashout_cents') => shown[field] + frame[field] - before[field]
  const next = {
    currency: frame.currency,
    amount_cents: moved('amount_cents'),
    bonus_amount_cents: moved('bonus_amount_cents'),
    available_to_cashout_cents: moved('available_to_cashout_cents'),
  }
  change(new Map([...held, [frame.currency, next]]))
}

export function subscribeToHold(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const heldBalances = (): ReadonlyMap<string, Amounts> | null => held
