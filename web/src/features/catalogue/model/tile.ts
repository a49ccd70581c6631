import type { Game } from '@/api/types'
import { isPrerelease } from '@/domain/game'
import type { CurrencyInfo } from '@/domain/money'

/** Whether a player with a wallet in `currency` finds the game locked. Coins never lock: the operator converts them. */
export function isLocked(game: Game, currency: string, currencies: readonly CurrencyInfo[]): boolean {
  const isFiat = currencies.find((known) => known.code === currency)?.fiat ?? false
  return isFiat && !(currency in game.currencies)
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

/** How long a game counts as new from the day it came out. */
const NEW_FOR_MS = 60 * 24 * 60 * 60 * 1_000

/** Whether a game came out within the last sixty days; one without a date is not new. */
function isNew({ released }: Pick<Game, 'released'>, now: number): boolean {
  const age = now - Date.parse(released ?? '')
  return age >= 0 && age < NEW_FOR_MS
}

/** The one mark of a tile: that it cannot be played yet, what the operator says of it, that it is new, or where it stands. */
export function tileBadge(game: Pick<Game, 'badges' | 'categories' | 'released'>, now: number = Date.now()): TileBadge | undefined {
  if (isPrerelease(game)) return { type: 'prerelease', theme: 'plain' }
  const [badge] = game.badges
  if (!badge && isNew(game, now)) return { type: 'new', theme: 'aurora' }
  if (!badge) return MARKING_LISTS.find(([list]) => game.categories.includes(list))?.[1]
  const theme = THEMES.find((known) => known === badge.theme) ?? USUAL_THEMES[badge.type] ?? 'plain'
  return { type: badge.type, theme }
}
