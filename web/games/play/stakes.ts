import { readStored, writeStored } from '../../src/platform/stored'
import type { Session } from './types'

/**
 * The stake one step lower (`-1`) or higher (`1`) than the current one. A
 * current stake that is not on offer counts as lying between its neighbours.
 */
export function nextStake(stakes: readonly number[], current: number, direction: 1 | -1): number {
  const ordered = stakes.toSorted((a, b) => a - b)
  const beyond = direction === 1 ? ordered.find((stake) => stake > current) : ordered.findLast((stake) => stake < current)
  return beyond ?? (direction === 1 ? (ordered.at(-1) ?? current) : (ordered[0] ?? current))
}

/** Where a stake that was chosen is kept in the browser: for each game, currency and, where a game takes several, bet. */
const keyOf = ({ game, currency }: Kept, bet: number): string => `stake ${game.identifier} ${currency.code}${bet === 1 ? '' : ` ${bet}`}`

type Kept = Pick<Session, 'game' | 'currency'>

/** Keeps the stake that was chosen, for the next visit to this game. */
export function keepStake(session: Kept, cents: number, bet = 1): void {
  writeStored(() => localStorage, keyOf(session, bet), String(cents))
}

/** The stake to begin with: the one kept, where it is still on offer, as far as it is covered; else the lowest. */
export function firstStake(session: Kept & Pick<Session, 'stakes_cents' | 'balance_cents'>, bet = 1): number {
  const { stakes_cents: stakes, balance_cents: balance } = session
  const lowest = Math.min(...stakes)
  const kept = Number(readStored(() => localStorage, keyOf(session, bet)))
  return affordableStake(stakes, stakes.includes(kept) ? kept : lowest, balance) ?? lowest
}

/** The highest stake on offer that the balance still covers, at most the wanted one; undefined if none is. */
export function affordableStake(stakes: readonly number[], wanted: number, balance: number): number | undefined {
  return stakes.toSorted((a, b) => a - b).findLast((stake) => stake <= wanted && stake <= balance)
}
