import type { RefusedPlace } from '../play/api'
import type { Bet, PlaceStakes } from '../play/types'
import { SPOTS, type Spot, spotOfBet } from './spots'

/** One chip put on the table. */
export interface Placement {
  spot: string
  amount_cents: number
}

/** What the table allows. */
export interface TableLimits {
  /** Most on the whole table in a round. */
  max_cents: number
  /** Most different bets in a round. */
  bets_max: number
  /** Least and most on one place, by its kind. */
  places: readonly PlaceStakes[]
}

/** Why a chip was not taken: where a place does not take it, which one and the limit that it has. */
export type BetRefusal = { reason: 'limit_max' | 'limit_bets' | 'balance' } | PlaceRefusal

/** A place that takes no less or no more. */
export interface PlaceRefusal {
  reason: 'place_min' | 'place_max'
  spot: Spot
  limit_cents: number
}

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

/** The first place whose sum breaks its limit, least or most; undefined if there is none. */
function brokenPlace(placements: readonly Placement[], places: readonly PlaceStakes[], reason: PlaceRefusal['reason']): PlaceRefusal | undefined {
  for (const [id, sum] of bySpot(placements)) {
    const spot = SPOTS.get(id)
    const limits = places.find(({ kind }) => kind === spot?.kind)
    if (spot === undefined || limits === undefined) continue
    const isMax = reason === 'place_max'
    const limit = isMax ? limits.max_cents : limits.min_cents
    if (isMax ? sum > limit : sum < limit) return { reason, spot, limit_cents: limit }
  }
  return undefined
}

/** The first place on which lies less than it takes; undefined if there is none. */
export function placeBelowMin(placements: readonly Placement[], { places }: Pick<TableLimits, 'places'>): PlaceRefusal | undefined {
  return brokenPlace(placements, places, 'place_min')
}

/** Whether some more chips may be put down; undefined if they may. */
export function refusal(placements: readonly Placement[], more: readonly Placement[], limits: TableLimits, balanceCents: number): BetRefusal | undefined {
  const all = [...placements, ...more]
  const staked = total(all)
  if (staked > balanceCents) return { reason: 'balance' }
  if (staked > limits.max_cents) return { reason: 'limit_max' }
  if (bySpot(all).size > limits.bets_max) return { reason: 'limit_bets' }
  return brokenPlace(all, limits.places, 'place_max')
}

/** Why a layout may not be put on an empty table as a whole; undefined if it may. */
export function layoutRefusal(layout: readonly Placement[], limits: TableLimits, balanceCents: number): BetRefusal | undefined {
  return placeBelowMin(layout, limits) ?? refusal([], layout, limits, balanceCents)
}

/** The place that the server refuses of these bets, and its limit; undefined where it names none. */
export function refusedPlace(placements: readonly Placement[], { bet, min_cents: min, max_cents: max }: RefusedPlace): PlaceRefusal | undefined {
  const sent = [...bySpot(placements)][bet]
  const spot = sent && SPOTS.get(sent[0])
  if (sent === undefined || spot === undefined) return undefined
  return sent[1] < min ? { reason: 'place_min', spot, limit_cents: min } : { reason: 'place_max', spot, limit_cents: max }
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
