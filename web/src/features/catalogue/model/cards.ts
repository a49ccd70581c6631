import type { Game } from '@/api/types'

/** A card that stands among the games of a list. */
export type ListCard = 'random' | 'cashback'

/** What stands at a place of a list. */
export type ListItem = { game: Game } | { card: ListCard }

/** The place of the card that opens a random game, counted from 1; shorter lists have it at their end. */
const RANDOM_PLACE = 10

/** Lists whose random card is always the last. */
const RANDOM_AT_END = ['special', 'new', 'top', 'recommended']

export interface CardsOfList {
  /** The category on show. */
  category: string
  /** Whether this is a list of live games, which begins with the cashback card. */
  isLive: boolean
  /** Whether there is a page about cashback to lead to. */
  hasCashback: boolean
}

/** The first page of a list, `games`, with its cards; `isWhole` tells that no further page follows. */
export function withCards(games: readonly Game[], { category, isLive, hasCashback }: CardsOfList, isWhole: boolean): ListItem[] {
  const items: ListItem[] = games.map((game) => ({ game }))
  if (items.length === 0) return items
  // Nothing is drawn by chance from a single game.
  const isChoice = items.length > 1
  if (isLive && hasCashback) items.unshift({ card: 'cashback' })
  const place = RANDOM_AT_END.includes(category) ? Infinity : RANDOM_PLACE - 1
  if (!isChoice) return items
  if (items.length > place) items.splice(place, 0, { card: 'random' })
  else if (isWhole) items.push({ card: 'random' })
  return items
}

/** Tells the items of a list apart. */
export function itemKey(item: ListItem): string {
  return 'game' in item ? item.game.identifier : item.card
}
