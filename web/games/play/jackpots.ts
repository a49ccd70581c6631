import type { Session } from './types'

/** A level of a jackpot; amounts are in subunits of the jackpot's currency. */
export interface JackpotLevel {
  id: number
  name: 'gold' | 'silver' | 'bronze'
  amount_cents: number
  /** Smaller bets neither add nor win. */
  min_bet_cents: number
  /** Counted up when the level is won and begins anew. */
  cycle: number
}

/** A jackpot that bets in the game can win. */
export interface Jackpot {
  identifier: string
  title: string
  currency: string
  levels: readonly JackpotLevel[]
}

/** What the channel of jackpots tells. */
export interface JackpotAmounts {
  identifier: string
  levels: readonly Pick<JackpotLevel, 'id' | 'amount_cents' | 'cycle'>[]
}

/** What a jackpot is asked with. */
interface Details {
  jackpot: Jackpot
  game_ids: readonly string[]
}

/** Asks for an address of the site that needs no session. */
export type Ask = <Answer>(path: string) => Promise<Answer>

/** The jackpots that real bets in the session's game can win; none in a demo, whose bets do not count. */
export async function jackpotsOf({ mode, game, locale }: Pick<Session, 'mode' | 'game' | 'locale'>, ask: Ask): Promise<Jackpot[]> {
  if (mode === 'demo') return []
  const language = `?l=${encodeURIComponent(locale)}`
  const known = await ask<readonly Jackpot[]>(`/api/jackpots${language}`)
  const details = await Promise.all(known.map(({ identifier }) => ask<Details>(`/api/jackpots/${encodeURIComponent(identifier)}${language}`)))
  return details.filter(({ game_ids: games }) => games.includes(game.identifier)).map(({ jackpot }) => jackpot)
}

/** The jackpot after a frame, and which levels were won since; of the same cycle the larger amount is the later one. */
export function moved(jackpot: Jackpot, { levels }: JackpotAmounts): { jackpot: Jackpot; won: JackpotLevel[] } {
  const won: JackpotLevel[] = []
  const moving = (level: JackpotLevel): JackpotLevel => {
    const now = levels.find(({ id }) => id === level.id)
    if (now === undefined || now.cycle < level.cycle || (now.cycle === level.cycle && now.amount_cents < level.amount_cents)) return level
    if (now.cycle > level.cycle) won.push(level)
    return { ...level, amount_cents: now.amount_cents, cycle: now.cycle }
  }
  return { jackpot: { ...jackpot, levels: jackpot.levels.map(moving) }, won }
}
