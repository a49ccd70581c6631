import type { Game } from '@/api/types'
import { gameHref, hasDemo } from '@/lib/game'
import type { CurrencyInfo } from '@/lib/money'

export interface TileActions {
  /** The player's fiat currency is not among the game's: nothing can be done but to read so. */
  locked: boolean
  /** Address of play for real money; a guest is led to registration from there. */
  playHref: string
  /** Address of free play; null when the game has none. */
  demoHref: string | null
}

/**
 * What a tile offers to a player with a wallet in `currency` (null for a guest). Coins never lock a
 * game: the house converts them per round.
 */
export function tileActions(game: Game, currency: string | null, currencies: readonly CurrencyInfo[]): TileActions {
  const isFiat = currencies.find((known) => known.code === currency)?.fiat ?? false
  return {
    locked: currency !== null && isFiat && !(currency in game.currencies),
    playHref: gameHref(game, 'real'),
    demoHref: hasDemo(game) ? gameHref(game, 'demo') : null,
  }
}
