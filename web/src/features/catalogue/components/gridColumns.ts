/** Tiles at least 172 px wide, or two in a row where that does not fit. */
export const TILE_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(172px,calc(50%-6px)),1fr))] gap-x-3 gap-y-6 md:gap-x-5 md:gap-y-8'

const TILE_WIDTH_MIN = 172

/** How many columns `TILE_GRID` makes of a width with that gap between tiles. */
export function columnsIn(width: number, gap: number): number {
  return Math.max(2, Math.floor((width + gap) / (TILE_WIDTH_MIN + gap)))
}
