import type { Stream } from './stream'
import type { Bet, RouletteStep } from './types'

const POCKETS = 37
/** A bet on `n` pockets returns 36 / n times its amount, the amount included. */
const RETURN_SUM = 36
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

/** Bets that cover one set of pockets only; they may come without numbers. */
const EVEN_MONEY: Record<string, (pocket: number) => boolean> = {
  red: (pocket) => RED.has(pocket),
  black: (pocket) => !RED.has(pocket),
  odd: (pocket) => pocket % 2 === 1,
  even: (pocket) => pocket % 2 === 0,
  low: (pocket) => pocket <= 18,
  high: (pocket) => pocket >= 19,
}

/** Spins the wheel: one number below 37 is drawn. */
export async function playRoulette(bets: readonly Bet[], stream: Stream): Promise<RouletteStep> {
  const pocket = await stream.uniform(POCKETS)
  const wins = bets.flatMap((bet, index) => {
    const covered = coveredPockets(bet)
    return covered.includes(pocket) ? [{ bet: index, amount_cents: bet.amount_cents * (RETURN_SUM / covered.length) }] : []
  })
  const win_cents = wins.reduce((sum, win) => sum + win.amount_cents, 0)
  return { kind: 'roulette', pocket, wins, win_cents }
}

function coveredPockets(bet: Bet): number[] {
  const test = EVEN_MONEY[bet.kind]
  if (!test) return bet.numbers ?? []
  return Array.from({ length: POCKETS - 1 }, (_, i) => i + 1).filter(test)
}
