import { Container, Graphics, Text } from 'pixi.js'
import type { Position } from '../play/types'

/** The strokes of a trace, from its halo to its core: width in cells, alpha, and whether it has the colour of the game. */
const STROKES = [
  [0.16, 0.14, true],
  [0.08, 0.35, true],
  [0.028, 1, false],
] as const
const CORE = 0xfffbe6

/** Draws a win line from edge to edge of the window. */
export function drawLine(g: Graphics, line: readonly number[], cell: number, glow: number): void {
  const points = line.map((row, reel) => ({ x: (reel + 0.5) * cell, y: (row + 0.5) * cell }))
  const [first] = points
  if (first === undefined) return
  stroke(g, cell, glow, () => {
    g.moveTo(0, first.y)
    for (const { x, y } of points) g.lineTo(x, y)
    g.lineTo(line.length * cell, points.at(-1)?.y ?? first.y)
  })
}

/** Draws every way of a win from reel to reel; `heights` are those of the cells of each reel. */
export function drawWays(g: Graphics, positions: readonly Position[], cell: number, heights: readonly number[], glow: number): void {
  const y = ([reel, row]: Position): number => (row + 0.5) * (heights[reel] ?? cell)
  // Many ways lie close together: they are drawn finer.
  const steps = waySteps(positions)
  const fine = steps.length > 12 ? 0.6 : 1
  stroke(g, cell * fine, glow, () => {
    for (const [from, to] of steps) g.moveTo((from[0] + 0.5) * cell, y(from)).lineTo((to[0] + 0.5) * cell, y(to))
  })
}

/** From each cell of a win to each of its cells on the next reel. */
export function waySteps(positions: readonly Position[]): [from: Position, to: Position][] {
  return positions.flatMap((from) => positions.filter(([reel]) => reel === from[0] + 1).map((to): [Position, Position] => [from, to]))
}

function stroke(g: Graphics, cell: number, glow: number, trace: () => void): void {
  for (const [width, alpha, coloured] of STROKES) {
    trace()
    g.stroke({ color: coloured ? glow : CORE, width: cell * width, alpha, cap: 'round', join: 'round' })
  }
}

/** A plate with a text at the foot of a cell, inside the window. */
export function drawLabel(text: string, [reel, row]: Position, cell: number, height: number, glow: number): Container {
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
  label.position.set(Math.max(2, (reel + 0.5) * cell - width / 2), (row + 1) * height - tall - 2)
  return label
}
