import type { Session } from './types'

/** A level of a jackpot; amounts are in subunits of the jackpot's currency. */
export interface JackpotLevel {
  id: number
  name: 'gold' | 'silver' | 'bronze'
  amount_cents: number
  /** What a cycle begins with, and by which amount it is won. */
  seed_cents: number
  must_hit_by_cents: number
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

/** The jackpot that the session's game has to itself. */
export function ownJackpot({ game }: Pick<Session, 'game'>): string | undefined {
  const { definition } = game
  return 'jackpot' in definition ? definition.jackpot?.identifier : undefined
}

/** The jackpots that real bets in the session's game can win. Bets of a demo do not count: it shows only the game's own. */
export async function jackpotsOf({ mode, game, locale }: Pick<Session, 'mode' | 'game' | 'locale'>, ask: Ask): Promise<Jackpot[]> {
  const own = ownJackpot({ game })
  if (mode === 'demo' && own === undefined) return []
  const language = `?l=${encodeURIComponent(locale)}`
  const known = await ask<readonly Jackpot[]>(`/api/jackpots${language}`)
  const counting = mode === 'demo' ? known.filter(({ identifier }) => identifier === own) : known
  const details = await Promise.all(counting.map(({ identifier }) => ask<Details>(`/api/jackpots/${encodeURIComponent(identifier)}${language}`)))
  return details.filter(({ game_ids: games }) => games.includes(game.identifier)).map(({ jackpot }) => jackpot)
}

/** How far a level has come from what its cycle began with to the amount by which it is won, from 0 to 1. */
export function filled({ amount_cents: amount, seed_cents: seed, must_hit_by_cents: most }: JackpotLevel): number {
  return most > seed ? Math.min(1, Math.max(0, (amount - seed) / (most - seed))) : 0
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
