import { Container, Graphics, Text } from 'pixi.js'
import type { Position } from '../play/types'
import type { Rect } from './layout'

/** The strokes of a trace, from its halo to its core: width in cells, alpha, and whether it has the colour of the game. */
const STROKES = [
  [0.16, 0.14, true],
  [0.08, 0.35, true],
  [0.028, 1, false],
] as const
const CORE = 0xfffbe6
/** How much finer traces are that lie close together, and those that lie over symbols. */
const FINE = 0.6
const FAINT = { width: 0.4, alpha: 0.3 } as const

/** A label is not set smaller than this share of its size: rather it goes elsewhere. */
const LABEL_SHARE_MIN = 0.75

interface Point {
  x: number
  y: number
}

/** What traces are drawn in: side of a cell, heights of the cells of each reel, colour, and the boxes of what has won. */
export interface Grid {
  cell: number
  heights: readonly number[]
  glow: number
  won: readonly Rect[]
}

/** Draws a win line from edge to edge of the window; over what has won nothing is drawn. */
export function drawLine(g: Graphics, line: readonly number[], grid: Grid): void {
  const { cell } = grid
  const points = line.map((row, reel) => middle([reel, row], grid))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  const path = [{ x: 0, y: first.y }, ...points, { x: line.length * cell, y: last.y }]
  stroke(g, steps(path), grid, 1, 1)
}

/** Draws every way of a win from reel to reel, outside of what has won. */
export function drawWays(g: Graphics, positions: readonly Position[], grid: Grid): void {
  const ways = waySteps(positions)
  stroke(
    g,
    ways.map(([from, to]) => [middle(from, grid), middle(to, grid)]),
    grid,
    ways.length > 12 ? FINE : 1,
    1,
  )
}

/** Draws all lines faintly over the reels that a symbol has filled: each of them pays, wherever the reels stand. */
export function drawAllLines(g: Graphics, lines: readonly (readonly number[])[], reels: readonly number[], grid: Grid): void {
  const paths = lines.map((line) =>
    reels.flatMap((reel) => {
      const { y } = middle([reel, line[reel] ?? 0], grid)
      return [0, 0.5, 1].map((across) => ({ x: (reel + across) * grid.cell, y }))
    }),
  )
  stroke(g, paths.flatMap(steps), { ...grid, won: [] }, FAINT.width, FAINT.alpha)
}

/** From each cell of a win to each of its cells on the next reel. */
export function waySteps(positions: readonly Position[]): [from: Position, to: Position][] {
  return positions.flatMap((from) => positions.filter(([reel]) => reel === from[0] + 1).map((to): [Position, Position] => [from, to]))
}

/** The parts of a straight line that lie outside of all boxes. */
export function outside(from: Point, to: Point, boxes: readonly Rect[]): [Point, Point][] {
  const at = (share: number): Point => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
  const inside = boxes
    .map((box) => within(from, to, box))
    .filter(([enter, leave]) => enter < leave)
    .toSorted(([a], [b]) => a - b)
  const parts: [Point, Point][] = []
  let reached = 0
  for (const [enter, leave] of [...inside, [1, 1] as const]) {
    if (enter > reached) parts.push([at(reached), at(enter)])
    reached = Math.max(reached, leave)
  }
  return parts
}

/** Between which shares of its length a line lies in a box; where the first is not smaller it does not. */
function within(from: Point, to: Point, box: Rect): [enter: number, leave: number] {
  let [enter, leave] = [0, 1]
  for (const [start, way, low, high] of [
    [from.x, to.x - from.x, box.x, box.x + box.width],
    [from.y, to.y - from.y, box.y, box.y + box.height],
  ] as const) {
    if (way === 0) {
      if (start <= low || start >= high) return [1, 0]
      continue
    }
    const [a, b] = [(low - start) / way, (high - start) / way]
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  return [enter, leave]
}

function middle([reel, row]: Position, { cell, heights }: Grid): Point {
  return { x: (reel + 0.5) * cell, y: (row + 0.5) * (heights[reel] ?? cell) }
}

/** A path as its straight parts. */
function steps(path: readonly Point[]): [Point, Point][] {
  return path.slice(1).map((to, i): [Point, Point] => [path[i]!, to])
}

function stroke(g: Graphics, lines: readonly (readonly [Point, Point])[], { cell, glow, won }: Grid, width: number, light: number): void {
  const parts = lines.flatMap(([from, to]) => outside(from, to, won))
  if (parts.length === 0) return
  for (const [wide, alpha, coloured] of STROKES) {
    for (const [from, to] of parts) g.moveTo(from.x, from.y).lineTo(to.x, to.y)
    g.stroke({ color: coloured ? glow : CORE, width: cell * wide * width, alpha: alpha * light, cap: 'round', join: 'round' })
  }
}

/** Where the label of a win stands: over a cell that has not won, from `from` on; null where there is none at its end. */
export interface LabelCell {
  reel: number
  row: number
  from: number
}

/** The cell behind the end of a win: of its line, or on the next reel. `shown` is how many cells each reel has. */
export function labelCell(positions: readonly Position[], line: readonly number[] | undefined, shown: readonly number[]): LabelCell | null {
  const from = Math.max(...positions.map(([reel]) => reel)) + 1
  const reel = line === undefined ? from : shown.length - 1
  const row = line === undefined ? positions.at(-1)?.[1] : line[reel]
  const rows = shown[reel]
  if (row === undefined || rows === undefined || from > reel) return null
  return { reel, row: Math.min(row, rows - 1), from }
}

/**
 * A plate with a text at the end of a win. It never covers what has won: where no other cell is free it stands on the lower edge of the
 * frame, above `bottom`.
 */
export function drawLabel(text: string, place: LabelCell | null, last: Position, grid: Grid, bottom: number): Container {
  const { cell, heights, glow } = grid
  const words = new Text({ text, style: { fontFamily: 'Sora Variable, sans-serif', fontWeight: '700', fontSize: Math.max(13, cell * 0.15), fill: '#fff6d0' } })
  const pad = words.height * 0.4
  const [width, tall] = [words.width + 2 * pad, words.height + pad]
  const plate = new Graphics()
    .roundRect(0, 0, width, tall, tall / 2)
    .fill({ color: 0x070b17, alpha: 0.88 })
    .stroke({ color: glow, width: 1.5 })
  words.position.set(pad, pad / 2)
  const label = new Container()
  label.addChild(plate, words)
  const { x, y, share } = labelPlace(place, last, width, tall, { cell, heights, bottom })
  label.scale.set(share)
  label.position.set(x, y)
  return label
}

/** Where a label of this size stands, and how much smaller it is set. */
export function labelPlace(
  place: LabelCell | null,
  [reel]: Position,
  width: number,
  tall: number,
  { cell, heights, bottom }: { cell: number; heights: readonly number[]; bottom: number },
): Point & { share: number } {
  const end = heights.length * cell
  const centred = (middleX: number, from: number, wide: number): number => Math.max(from + 2, Math.min(middleX - wide / 2, end - 2 - wide))
  if (place !== null) {
    const share = Math.min(1, (end - place.from * cell - 4) / width)
    const y = (place.row + 0.5) * (heights[place.reel] ?? cell) - (tall * share) / 2
    if (share >= LABEL_SHARE_MIN) return { x: centred((place.reel + 0.5) * cell, place.from * cell, width * share), y, share }
  }
  const share = Math.min(1, (end - 4) / width)
  return { x: centred((reel + 0.5) * cell, 0, width * share), y: bottom - tall * share, share }
}
