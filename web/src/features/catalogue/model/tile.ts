import type { Game } from '@/api/types'
import type { CurrencyInfo } from '@/lib/money'

/** Whether a player with a wallet in `currency` finds the game locked. Coins never lock: the house converts them. */
export function isLocked(game: Game, currency: string, currencies: readonly CurrencyInfo[]): boolean {
  const isFiat = currencies.find((known) => known.code === currency)?.fiat ?? false
  return isFiat && !(currency in game.currencies)
}

/** A game that is shown, and open for free play, before it may be played for money. */
export function isPrerelease(game: Pick<Game, 'categories'>): boolean {
  return game.categories.includes('prerelease')
}

/** A game whose tile moves. */
export function isAnimated(game: Pick<Game, 'categories'>): boolean {
  return game.categories.includes('animated')
}

/** How a mark looks; the operator names one of these, or nothing special is shown. */
const THEMES = ['aurora', 'gold', 'violet', 'rose', 'plain'] as const
export type BadgeTheme = (typeof THEMES)[number]

export interface TileBadge {
  /** Names the text: `badge.{type}`. */
  type: string
  theme: BadgeTheme
}

/** Themes of badges that come without a known one. */
const USUAL_THEMES: Record<string, BadgeTheme> = { new: 'aurora', vip: 'violet' }

/** Marks that a game has by the lists it stands in, the most telling first. */
const MARKING_LISTS: [list: string, badge: TileBadge][] = [
  ['pragmatic-drop-wins', { type: 'drops', theme: 'rose' }],
  ['pragmatic-drop-wins-live', { type: 'drops', theme: 'rose' }],
  ['exclusive', { type: 'exclusive', theme: 'plain' }],
]

/** The one mark of a tile: that it cannot be played yet, what the operator says of it, or where it stands. */
export function tileBadge(game: Pick<Game, 'badges' | 'categories'>): TileBadge | undefined {
  if (isPrerelease(game)) return { type: 'prerelease', theme: 'plain' }
  const [badge] = game.badges
  if (!badge) return MARKING_LISTS.find(([list]) => game.categories.includes(list))?.[1]
  const theme = THEMES.find((known) => known === badge.theme) ?? USUAL_THEMES[badge.type] ?? 'plain'
  return { type: badge.type, theme }
}
