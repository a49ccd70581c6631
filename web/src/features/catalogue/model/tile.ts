import type { Game } from '@/api/types'
import type { CurrencyInfo } from '@/lib/money'

export interface TileActions {
  /** The player's fiat currency is not among the game's: nothing can be done but to read so. */
  locked: boolean
  /** Address of play for real money; a guest is led to registration from there. */
  playHref: string
  /** Address of free play; null when the game has none. */
  demoHref: string | null
}

/** The game's page. */
export function gameHref(game: Pick<Game, 'provider' | 'seo_title'>, mode?: 'real' | 'demo'): string {
  const path = `/play/${game.provider}/${game.seo_title}`
  return mode ? `${path}?mode=${mode}` : path
}

/** Whether the game can be played without money. The catalogue tells it twice; either counts. */
export function hasDemo(game: Pick<Game, 'currencies' | 'has_demo_mode'>): boolean {
  return game.has_demo_mode || 'FUN' in game.currencies
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

/** Address of a tile's picture. */
export function pictureUrl(template: string, width: number, format: 'avif' | 'webp'): string {
  return template.replace('{width}', String(width)).replace('{format}', format)
}
