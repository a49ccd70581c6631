import type { GamesFilter } from '../api/games'
import { itemKey, type ListItem } from '../model/cards'
import { GameTile } from './GameTile'
import { CardOfList } from './ListCards'
import { TILE_GRID } from './gridColumns'
import { TileSkeleton } from './TileSkeleton'
import { useTiles } from './useTiles'

/** Tiles of a phone's first row are shown with the frame that they come in, which waits for their pictures: what is seen below them waits for the line. */
export const EAGER_TILES = 2

interface ItemGridProps {
  items: readonly ListItem[]
  filter?: GamesFilter
  /** Stand for those that are on their way. */
  skeletons?: number
}

/** Games, and the cards among them, as a grid. */
export function ItemGrid({ items, filter = {}, skeletons = 0 }: ItemGridProps) {
  const stateOf = useTiles()
  return (
    <ul className={TILE_GRID}>
      {items.map((item, index) => (
        <li key={itemKey(item)} className="[content-visibility:auto] [contain-intrinsic-size:auto_320px]">
          {'game' in item ? <GameTile game={item.game} eager={index < EAGER_TILES} {...stateOf(item.game)} /> : <CardOfList card={item.card} filter={filter} />}
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
