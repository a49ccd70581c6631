import type { Stream } from './stream'
import type { Bet, KenoDefinition, KenoStep } from './types'

/** The numbers of the board in a row, 1 first. */
export function boardOf({ numbers }: Pick<KenoDefinition, 'numbers'>): number[] {
  return Array.from({ length: numbers }, (_, i) => i + 1)
}

/** Draws: each place is swapped with itself or a later one, and the number that comes there is drawn. */
export async function playKeno(definition: KenoDefinition, bets: readonly Bet[], stakeCents: number, stream: Stream): Promise<KenoStep> {
  const board = boardOf(definition)
  for (let place = 0; place < definition.drawn; place += 1) {
    const other = place + (await stream.uniform(board.length - place))
    const number = board[other] as number
    board[other] = board[place] as number
    board[place] = number
  }
  const drawn = board.slice(0, definition.drawn)
  const picks = bets[0]?.numbers ?? []
  const hits = drawn.filter((number) => picks.includes(number))
  const units = definition.pays[picks.length]?.[hits.length] ?? 0
  return { kind: 'keno', drawn, hits, win_cents: (stakeCents / definition.bet_units) * units }
}
