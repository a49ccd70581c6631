import type { Graphics } from 'pixi.js'
import type { Position } from '../play/types'
import type { Rect } from './layout'

/** The strokes of a trace, from its halo to its core: width in cells, alpha, and whether it has the colour of the game. */
const STROKES = [
  [0.16, 0.14, true],
  [0.08, 0.35, true],
  [0.028, 1, false],
] as const
const CORE = 0xfffbe6
/** What is left of a win line over the symbols that it has won with: its core on a fine shade, so that it is seen on light ones too. */
const OVER = [
  [0.055, 0.3, 0x05070f],
  [0.026, 0.55, CORE],
] as const
/** How far a win line reaches onto the frame, in widths of the frame: its ends are seen even where it has won from edge to edge. */
const STUB = 0.7
/** How much finer traces are that lie close together, and those that lie over symbols. */
const FINE = 0.6
/** How far ways reach into the cells of a win: between cells that only touch at a corner nothing of them would be left. */
const WAY_REACH = 0.2
const FAINT = { width: 0.4, alpha: 0.3 } as const

/** A point in the coordinates of the reel window. */
export interface Point {
  x: number
  y: number
}

/** What traces are drawn in: side of a cell, width of the frame, heights of the cells of each reel, colour, its own core if it has one, and the boxes of what has won. */
export interface Grid {
  cell: number
  frame: number
  heights: readonly number[]
  glow: number
  core?: number | undefined
  won: readonly Rect[]
}

/** Draws a win line from edge to edge of the frame; over what has won only faintly. */
export function drawLine(g: Graphics, line: readonly number[], grid: Grid): void {
  const { cell, frame } = grid
  const points = line.map((row, reel) => middle([reel, row], grid))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  const path = steps([{ x: -frame * STUB, y: first.y }, ...points, { x: line.length * cell + frame * STUB, y: last.y }])
  const over = path.flatMap(([from, to]) => inside(from, to, grid.won))
  for (const [wide, alpha, color] of over.length > 0 ? OVER : []) {
    for (const [from, to] of over) g.moveTo(from.x, from.y).lineTo(to.x, to.y)
    g.stroke({ color, width: cell * wide, alpha, cap: 'butt', join: 'round' })
  }
  stroke(g, path, grid, 1, 1)
}

/** Draws every way of a win from reel to reel, outside of the middle of what has won. */
export function drawWays(g: Graphics, positions: readonly Position[], grid: Grid): void {
  const ways = waySteps(positions)
  const reach = grid.cell * WAY_REACH
  const won = grid.won.map(({ x, y, width, height }) => ({ x: x + reach, y: y + reach, width: width - 2 * reach, height: height - 2 * reach }))
  stroke(
    g,
    ways.map(([from, to]) => [middle(from, grid), middle(to, grid)]),
    { ...grid, won },
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
  const parts: [number, number][] = []
  let reached = 0
  for (const [enter, leave] of [...spansWithin(from, to, boxes), [1, 1] as const]) {
    if (enter > reached) parts.push([reached, enter])
    reached = leave
  }
  return parts.map((part) => cut(from, to, part))
}

/** The parts of a straight line that lie in a box, each once where boxes touch or overlap. */
export function inside(from: Point, to: Point, boxes: readonly Rect[]): [Point, Point][] {
  return spansWithin(from, to, boxes).map((part) => cut(from, to, part))
}

/** The part of a straight line between two shares of its length. */
function cut(from: Point, to: Point, [start, end]: readonly [number, number]): [Point, Point] {
  const at = (share: number): Point => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
  return [at(start), at(end)]
}

/** Between which shares of its length a line lies in boxes: in order, and apart from each other. */
function spansWithin(from: Point, to: Point, boxes: readonly Rect[]): [enter: number, leave: number][] {
  const spans: [number, number][] = []
  const found = boxes
    .map((box) => within(from, to, box))
    .filter(([enter, leave]) => enter < leave)
    .toSorted(([a], [b]) => a - b)
  for (const [enter, leave] of found) {
    const before = spans.at(-1)
    if (before !== undefined && enter <= before[1]) before[1] = Math.max(before[1], leave)
    else spans.push([enter, leave])
  }
  return spans
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

function stroke(g: Graphics, lines: readonly (readonly [Point, Point])[], { cell, glow, core = CORE, won }: Grid, width: number, light: number): void {
  const parts = lines.flatMap(([from, to]) => outside(from, to, won))
  if (parts.length === 0) return
  for (const [wide, alpha, coloured] of STROKES) {
    for (const [from, to] of parts) g.moveTo(from.x, from.y).lineTo(to.x, to.y)
    g.stroke({ color: coloured ? glow : core, width: cell * wide * width, alpha: alpha * light, cap: 'round', join: 'round' })
  }
}
