import type { Game } from '@/api/types'
import type { GamesFilter } from '../api/games'
import { itemKey, type ListItem } from '../model/cards'
import { GameTile, TileSkeleton } from './GameTile'
import { CardOfList } from './ListCards'
import { TILE_GRID } from './tileGrid'
import { useTiles } from './useTiles'

/** Tiles of a phone's first row load at once: what is seen below them waits for the line. */
export const EAGER_TILES = 2

/** Games as a grid of tiles, for a place that is not what a page shows first. */
export function TileGrid({ games, skeletons = 0 }: { games: readonly Game[]; skeletons?: number }) {
  return <ItemGrid items={games.map((game) => ({ game }))} skeletons={skeletons} eager={0} />
}

interface ItemGridProps {
  items: readonly ListItem[]
  filter?: GamesFilter
  /** Stand for those that are on their way. */
  skeletons?: number
  /** So many pictures are shown with the frame that they come in, which waits until they are decoded. */
  eager?: number
}

/** Games, and the cards among them, as a grid. */
export function ItemGrid({ items, filter = {}, skeletons = 0, eager = EAGER_TILES }: ItemGridProps) {
  const stateOf = useTiles()
  return (
    <ul className={TILE_GRID}>
      {items.map((item, index) => (
        <li key={itemKey(item)} className="[content-visibility:auto] [contain-intrinsic-size:auto_320px]">
          {'game' in item ? (
            <GameTile game={item.game} eager={index < eager} {...stateOf(item.game)} />
          ) : (
            <CardOfList card={item.card} filter={filter} />
          )}
        </li>
      ))}
      {Array.from({ length: skeletons }, (_, index) => (
        <li key={`skeleton-${index}`} aria-hidden="true">
          <TileSkeleton />
        </li>
      ))}
    </ul>
  )
}
