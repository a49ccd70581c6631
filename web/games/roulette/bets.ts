import type { Bet } from '../play/types'
import { SPOTS, spotOfBet } from './spots'

/** One chip put on the table. */
export interface Placement {
  spot: string
  amount_cents: number
}

/** What the table allows. */
export interface TableLimits {
  /** Least on one place. */
  min_cents: number
  /** Most on the whole table in a round. */
  max_cents: number
  /** Most different bets in a round. */
  bets_max: number
}

/** Why a chip was not taken. */
export type BetRefusal = 'limit_min' | 'limit_max' | 'limit_bets' | 'balance'

/** The sum of all chips, or of all bets. */
export function total(staked: readonly Pick<Placement, 'amount_cents'>[]): number {
  return staked.reduce((sum, { amount_cents: amount }) => sum + amount, 0)
}

/** The sum of the chips on each place, in the order the places were first used. */
export function bySpot(placements: readonly Placement[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { spot, amount_cents: amount } of placements) sums.set(spot, (sums.get(spot) ?? 0) + amount)
  return sums
}

/** Whether some more chips may be put down; undefined if they may. */
export function refusal(
  placements: readonly Placement[],
  more: readonly Placement[],
  limits: TableLimits,
  balanceCents: number,
): BetRefusal | undefined {
  const staked = total(placements) + total(more)
  if (staked > balanceCents) return 'balance'
  if (staked > limits.max_cents) return 'limit_max'
  if (bySpot([...placements, ...more]).size > limits.bets_max) return 'limit_bets'
  return undefined
}

/** Why a layout may not be put on an empty table as a whole; undefined if it may. */
export function layoutRefusal(layout: readonly Placement[], limits: TableLimits, balanceCents: number): BetRefusal | undefined {
  if ([...bySpot(layout).values()].some((sum) => sum < limits.min_cents)) return 'limit_min'
  return refusal([], layout, limits, balanceCents)
}

/** The chips of bets that were saved. */
export function toPlacements(bets: readonly Bet[]): Placement[] {
  return bets.flatMap((bet) => {
    const spot = spotOfBet(bet)
    return spot === undefined ? [] : [{ spot: spot.id, amount_cents: bet.amount_cents }]
  })
}

/** The bets as the play API takes them, in the order of `bySpot`. */
export function toBets(placements: readonly Placement[]): Bet[] {
  return [...bySpot(placements)].flatMap(([id, amount]) => {
    const spot = SPOTS.get(id)
    return spot === undefined ? [] : [{ kind: spot.kind, numbers: spot.numbers, amount_cents: amount }]
  })
}
