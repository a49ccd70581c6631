import { type Drawing, path } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { BRASS, COPPER, type Tones } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, glow, hills, sparks } from '../../kit/scenery'
import type { SymbolArt, Theme } from '../../kit/theme'
import { apple, bell, cherry, pear, plum, seven, tree, wheel, windingKey } from './fruit'

const LEAF: Tones = { shine: '#eaffc4', light: '#5ab04a', base: '#1f7a34', shade: '#124a24', deep: '#061e0e' }

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  // On a phone the word is a few pixels high: its face is plain and heavy, and the ribbon larger than others.
  key: (drawing) => drawing.place({ x: 0, y: -12, scale: 0.92 }, windingKey) + drawing.place({ x: 0, y: 58, scale: 1.24 }, (d) => ribbon(d, 'WILD ×2', 0, LEAF, 'chunky', 118)),
  seven,
  bell,
  apple,
  // Their leaves and stalks reach beyond the square.
  pear: (drawing) => drawing.place({ x: 0, y: 2, scale: 0.95 }, pear),
  plum,
  cherry: (drawing) => drawing.place({ x: 0, y: 6, scale: 0.91 }, cherry),
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const random = seeded(3)
  const sun = { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.4 : 0.36) }
  const wheels = Array.from({ length: wide ? 11 : 8 }, (_, i) => {
    const r = size * between(random, 0.1, 0.26)
    return drawing.place({ x: x(random()), y: y(random() * 0.72), turn: random() * 60, opacity: 0.34 }, (d) => wheel(d, 10 + (i % 5) * 2, r, i % 2 === 0 ? BRASS : COPPER))
  }).join('')
  return (
    backdrop(drawing, box, [
      [0, '#0f5a5e'],
      [0.4, '#5fc0a0'],
      [0.66, '#ffeaa0'],
      [1, '#c8e07a'],
    ]) +
    wheels +
    beams(drawing, seeded(8), sun.x, sun.y, size * 1.3, wide ? 20 : 15, '#fff8c4', 0.5) +
    glow(drawing, sun.x, sun.y, size * 0.6, size * 0.56, '#fff6b0', 0.9)
  )
}

function middle(drawing: Drawing, box: Box): string {
  const random = seeded(13)
  const { x, y, size, wide } = frame(box)
  const grove = (wide ? [0.04, 0.2, 0.36, 0.9, 1] : [0.02, 0.98]).map((px, i) => drawing.place({ x: x(px), y: y(wide ? 0.62 : 0.58), scale: (size / 460) * between(random, 0.72, 0.95), flip: i % 2 === 0 }, tree)).join('')
  return path(hills(random, x(-0.05), x(1.05), y(0.76), size * 0.08, y(1.05), wide ? 7 : 4), drawing.linear([[0, '#a8d860'], [0.4, '#5aa848'], [1, '#1f6a3a']])) + grove
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(29)
  const { x, y, size, wide } = frame(box)
  const fallen: readonly (readonly [number, SymbolArt, number])[] = [[0.05, apple, 0.3], [0.17, cherry, 0.22], [0.86, pear, 0.26], [0.96, plum, 0.3]]
  return (
    path(hills(random, x(-0.05), x(1.05), y(0.93), size * 0.05, y(1.06), wide ? 8 : 4), drawing.linear([[0, '#7ac850'], [1, '#124a2a']])) +
    fallen.map(([px, art, scale], i) => drawing.place({ x: x(px), y: y(0.93), scale: (size * scale) / 240, turn: i % 2 === 0 ? -14 : 18 }, art)).join('') +
    sparks(drawing, random, { ...box, y: y(0.1), height: box.height * 0.8 }, wide ? 34 : 22, '#fff6b0', size / 360)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    drawing.place({ x: at.x - s * 70, y: at.y - s * 52, scale: s }, (d) => wheel(d, 16, 46)) +
    drawing.place({ x: at.x + s * 78, y: at.y - s * 44, scale: s, turn: 8 }, (d) => wheel(d, 14, 40, COPPER)) +
    drawing.place({ x: at.x + s * 60, y: at.y + s * 34, scale: s * 0.6, turn: 12 }, pear) +
    drawing.place({ x: at.x - s * 62, y: at.y + s * 38, scale: s * 0.6, turn: -10 }, plum) +
    drawing.place({ x: at.x, y: at.y - s * 6, scale: s * 1.02 }, apple) +
    drawing.place({ x: at.x + s * 8, y: at.y - s * 100, scale: s * 0.3, turn: 20 }, windingKey)
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Clockwork', face: 'swash', size: 112, tracking: 0, x: 0, y: -6, arch: 18 },
      { text: 'Orchard', face: 'swash', size: 152, tracking: 1, x: 0, y: 118 },
    ],
    {
      fill: [
        [0, '#fffbe0'],
        [0.4, '#ffe08a'],
        [0.55, '#e0a032'],
        [0.72, '#a8661a'],
        [1, '#ffd27a'],
      ],
      side: '#1f5a2c',
      outline: '#0a2414',
      edge: '#fff8d8',
      edgeWidth: 3,
      glow: '#ffe27a',
      relief: { round: 2.4 },
    },
  )
}

/** Clockwork Orchard: fruit with works inside, and a reel that can be nudged. */
export const CLOCKWORK_ORCHARD: Theme = {
  slug: 'clockwork-orchard',
  accent: '#8ac84a',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: tree,
  lettering,
}
