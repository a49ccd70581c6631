import type { Bonus, FreespinGift } from '@/api/types'
import { isFinished } from './stages'

/** What a player was given: a bonus or free spins. */
export type Gift = { type: 'bonus'; gift: Bonus } | { type: 'freespins'; gift: FreespinGift }

/** What stands first among current gifts: what is being played, then what may be activated, then what waits. */
const RANKS: Record<string, number> = { handle_bets: 0, activated: 1, issued: 2, wait: 3 }

const rankOf = ({ gift }: Gift) => RANKS[gift.stage] ?? Object.keys(RANKS).length

/** The moment by which a gift has to be activated; the end of time when there is none. */
const deadlineOf = ({ gift }: Gift) => (gift.activatable_until === null ? Number.POSITIVE_INFINITY : Date.parse(gift.activatable_until))

/** Where a gift stands among those that wait; one whose place is not known yet has come last. */
const placeOf = ({ type, gift }: Gift) => (type === 'bonus' && gift.stage === 'wait' ? (gift.place ?? Number.POSITIVE_INFINITY) : 0)

/** An issued gift of a group that the operator hides is not shown; one that was begun stays. */
function isHidden({ stage, group_key }: { stage: string; group_key: string }, hiddenGroups: readonly string[]): boolean {
  return stage === 'issued' && hiddenGroups.includes(group_key)
}

/** The player's gifts: current ones in the order in which they matter, and those that are over. */
export function giftsOf(bonuses: readonly Bonus[], freespins: readonly FreespinGift[], hiddenGroups: readonly string[]): { current: Gift[]; finished: Gift[] } {
  const all: Gift[] = [
    ...bonuses.filter((bonus) => !isHidden(bonus, hiddenGroups)).map((gift) => ({ type: 'bonus' as const, gift })),
    ...freespins.filter((grant) => !isHidden(grant, hiddenGroups)).map((gift) => ({ type: 'freespins' as const, gift })),
  ]
  const current = all.filter(({ gift }) => !isFinished(gift.stage)).sort(byWeight)
  return { current, finished: all.filter(({ gift }) => isFinished(gift.stage)) }
}

/** What matters more comes first; among what waits, what was put first. */
function byWeight(a: Gift, b: Gift): number {
  return rankOf(a) - rankOf(b) || byNumber(placeOf(a), placeOf(b)) || byNumber(deadlineOf(a), deadlineOf(b))
}

/** Two endless moments are the same, and have no difference. */
function byNumber(first: number, second: number): number {
  return first === second ? 0 : first - second
}
