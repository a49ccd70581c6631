import { Container, Graphics, Text } from 'pixi.js'
import type { Position } from '../play/types'
import type { Grid, Point } from './traces'

/** A label is not set smaller than this share of its size: rather it goes elsewhere. */
const SHARE_MIN = 0.75
/** How far a label keeps from what has won, in pixels. */
const GAP = 3
/** What stands between the parts of a label; in two rows they stand over each other. */
const BETWEEN = ' · '

/** The sides of a label. */
export interface LabelSize {
  width: number
  height: number
}

/** Where a label may stand: among the cells, and on the frame from `top` down to `bottom`. `height` is that of the window. */
export interface LabelRoom extends Pick<Grid, 'cell' | 'heights' | 'won'> {
  height: number
  top: number
  bottom: number
}

/** The place of a label, how much smaller it is set, and in which of its sizes. */
export interface LabelPlace extends Point {
  share: number
  size: number
}

/** The cell at the end of a win: that of its line on the last reel, or one behind the last of its ways. `shown` is how many cells each reel has. */
export function labelCell(positions: readonly Position[], line: readonly number[] | undefined, shown: readonly number[]): Position | null {
  const last = shown.length - 1
  const reel = line === undefined ? Math.min(last, Math.max(...positions.map(([at]) => at)) + 1) : last
  const row = line === undefined ? positions.at(-1)?.[1] : line[reel]
  const rows = shown[reel]
  return row === undefined || rows === undefined ? null : [reel, Math.min(row, rows - 1)]
}

/** A plate with a text at the end of a win: in cell `at`, or near it. Without such a cell it stands under reel `under`, on the frame. */
export function drawLabel(text: string, at: Position | null, under: number, { cell, glow }: Pick<Grid, 'cell' | 'glow'>, room: LabelRoom): Container {
  const style = { fontFamily: 'Sora Variable, sans-serif', fontWeight: '700', fontSize: Math.max(13, cell * 0.15), fill: '#fff6d0', align: 'center' } as const
  const words = new Text({ text, style })
  const pad = words.height * 0.4
  const radius = (words.height + pad) / 2
  const sizes = [text, ...(text.includes(BETWEEN) ? [text.replace(BETWEEN, '\n')] : [])].map((rows) => {
    words.text = rows
    return { rows, width: words.width + 2 * pad, height: words.height + pad }
  })
  const { x, y, share, size } = labelPlace(at, under, sizes, room)
  const { rows, width, height } = sizes[size]!
  words.text = rows
  words.position.set(pad, pad / 2)
  const plate = new Graphics().roundRect(0, 0, width, height, radius).fill({ color: 0x070b17, alpha: 0.88 }).stroke({ color: glow, width: 1.5 })
  const label = new Container()
  label.addChild(plate, words)
  label.scale.set(share)
  label.position.set(x, y)
  return label
}

/**
 * Where a label stands that comes in these sizes, the best first. It never covers what has won: where its own cell is too
 * narrow it stands in the row under or over it, close to the end of the win, and in the last resort on the frame.
 */
export function labelPlace(at: Position | null, under: number, sizes: readonly LabelSize[], room: LabelRoom): LabelPlace {
  const { cell, heights, height: windowHeight } = room
  const end = heights.length * cell
  if (at === null) return onFrame(under, false, sizes, room)
  const [reel, row] = at
  const rowHeight = heights[reel] ?? cell
  const middle = (reel + 0.5) * cell
  const ways = [(tall: number) => (row + 0.5) * rowHeight - tall / 2, () => (row + 1) * rowHeight + GAP, (tall: number) => row * rowHeight - GAP - tall]
  for (const [i, top] of ways.entries()) {
    for (const [size, { width, height }] of sizes.entries()) {
      const isOut = i > 0 && (top(height) < 0 || top(height) + height > windowHeight)
      const [left, right] = isOut ? [0, 0] : freeAround(middle, top(height), height, room)
      const share = Math.min(1, (right - left - 2 * GAP) / width)
      if (share < SHARE_MIN) continue
      const x = Math.max(left + GAP, Math.min(middle - (width * share) / 2, Math.min(right, end) - GAP - width * share))
      return { x, y: top(height * share), share, size }
    }
  }
  return onFrame(reel, (row + 0.5) * rowHeight < windowHeight / 2, sizes, room)
}

/** How far it is from a point to the left and to the right before something that has won, or the end of the window; nothing where it has won itself. */
function freeAround(middle: number, top: number, tall: number, { cell, heights, won }: LabelRoom): [left: number, right: number] {
  const beside = won.filter(({ y, height }) => y < top + tall - 1 && y + height > top + 1)
  if (beside.some(({ x, width }) => x < middle && x + width > middle)) return [0, 0]
  return [
    Math.max(0, ...beside.filter(({ x }) => x < middle).map(({ x, width }) => x + width)),
    Math.min(heights.length * cell, ...beside.filter(({ x }) => x > middle).map(({ x }) => x)),
  ]
}

/** On the upper or the lower edge of the frame, and beyond it where the stage has room. */
function onFrame(reel: number, isUp: boolean, [{ width, height } = { width: 1, height: 0 }]: readonly LabelSize[], room: LabelRoom): LabelPlace {
  const end = room.heights.length * room.cell
  const share = Math.min(1, (end - 2 * GAP) / width)
  const x = Math.max(GAP, Math.min((reel + 0.5) * room.cell - (width * share) / 2, end - GAP - width * share))
  const y = isUp ? Math.max(room.top, -height * share) : Math.min(room.height, room.bottom - height * share)
  return { x, y, share, size: 0 }
}
