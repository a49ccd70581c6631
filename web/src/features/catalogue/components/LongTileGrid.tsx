import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { atRest } from '@/platform/atRest'
import type { GamesFilter } from '../api/games'
import { itemKey, type ListItem } from '../model/cards'
import { GameTile } from './GameTile'
import { CardOfList } from './ListCards'
import { columnsIn, TILE_GRID } from './gridColumns'
import { useTiles } from './useTiles'

/** Before the first measuring. */
const TILE_WIDTH_GUESS = 180
/** Title and studio under the picture. */
const CAPTION_PX = 52

interface Layout {
  columns: number
  gapX: number
  gapY: number
  tileWidth: number
  top: number
}

function layoutOf(list: HTMLElement, scroller: HTMLElement | null): Layout {
  const wide = window.matchMedia('(width >= 768px)').matches
  const [gapX, gapY] = wide ? [20, 32] : [12, 24]
  const columns = columnsIn(list.clientWidth, gapX)
  return {
    columns,
    gapX,
    gapY,
    tileWidth: (list.clientWidth - gapX * (columns - 1)) / columns,
    top: list.getBoundingClientRect().top + (scroller ? scroller.scrollTop - scroller.getBoundingClientRect().top : window.scrollY),
  }
}

interface LongTileGridProps {
  items: readonly ListItem[]
  filter: GamesFilter
  /** What the list scrolls in; the window when left out. */
  within?: RefObject<HTMLElement | null>
}

/** The rows near what the list scrolls in. */
function useRows(within: LongTileGridProps['within'], rows: { count: number; height: number; top: number }) {
  const options = { count: rows.count, estimateSize: () => rows.height, overscan: 2, scrollMargin: rows.top }
  const inWindow = useWindowVirtualizer({ ...options, enabled: !within })
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing that it answers is kept between draws
  const inElement = useVirtualizer({ ...options, enabled: Boolean(within), getScrollElement: () => within?.current ?? null })
  return within ? inElement : inWindow
}

/** The same grid for thousands of games: only rows near the window are in the page. */
export function LongTileGrid({ items, filter, within }: LongTileGridProps) {
  const stateOf = useTiles()
  const list = useRef<HTMLUListElement>(null)
  const [layout, setLayout] = useState<Layout>({ columns: 2, gapX: 12, gapY: 24, tileWidth: TILE_WIDTH_GUESS, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => setLayout(layoutOf(element, within?.current ?? null))
    const resized = atRest(measure)
    let isMeasured = false
    const observer = new ResizeObserver(() => {
      // A popup keeps its columns until its new size is there to stay.
      if (within && isMeasured) resized.ask()
      else measure()
      isMeasured = true
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      resized.stop()
    }
  }, [within])
  const { columns, gapY, tileWidth, top } = layout
  const rowHeight = tileWidth * (4 / 3) + CAPTION_PX + gapY
  const virtualizer = useRows(within, { count: Math.ceil(items.length / columns), height: rowHeight, top })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const rows = virtualizer.getVirtualItems()
  const first = rows[0]
  const last = rows.at(-1)
  const shown = first && last ? items.slice(first.index * columns, (last.index + 1) * columns) : []
  return (
    <ul
      ref={list}
      className={TILE_GRID}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        paddingTop: first ? first.start - top : 0,
        paddingBottom: last ? Math.max(0, virtualizer.getTotalSize() - (last.end - top)) : 0,
      }}
    >
      {shown.map((item) => (
        <li key={itemKey(item)}>{'game' in item ? <GameTile game={item.game} {...stateOf(item.game)} /> : <CardOfList card={item.card} filter={filter} />}</li>
      ))}
    </ul>
  )
}
