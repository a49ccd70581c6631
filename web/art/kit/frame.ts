import type { Box } from './scenery'

/** A box in shares of its sides: pictures are drawn for upright tiles and wide stages alike. */
export interface Frame {
  x: (share: number) => number
  y: (share: number) => number
  /** The shorter side. */
  size: number
  wide: boolean
}

/** Measures a box. */
export function frame(box: Box): Frame {
  return {
    x: (share) => box.x + box.width * share,
    y: (share) => box.y + box.height * share,
    size: Math.min(box.width, box.height),
    wide: box.width > box.height,
  }
}

/** Where a tile or wide picture has its figure: above the lettering, or right of a text. */
export function figureAt(box: Box): { x: number; y: number; scale: number } {
  const { x, y, size, wide } = frame(box)
  return { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.52 : 0.39), scale: size / (wide ? 250 : 262) }
}
