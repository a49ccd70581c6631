import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { GOLD, type Tones, metal, relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, hills } from '../../kit/scenery'
import { disc, polygon, ring } from '../../kit/shapes'
import type { SymbolArt, Theme } from '../../kit/theme'
import { AMBER, JADE, RED, crane, dragon, folded, ink, kite, knot, scroll } from './folds'

/** A dragon on a lacquered disc. */
function medallion(tones: Tones, lacquer: readonly [string, string]): SymbolArt {
  return (drawing) =>
    circle(0, 0, 92, drawing.radial([[0, lacquer[0]], [1, lacquer[1]]], 0.4, 0.3)) +
    `<g clip-path="${drawing.clip(disc(0, 0, 92))}">${[0, 1, 2, 3].map((i) => `<circle cx="${-60 + i * 44}" cy="84" r="34" fill="none" stroke="#fff2d0" stroke-width="3" opacity="0.3"/><circle cx="${-60 + i * 44}" cy="84" r="20" fill="none" stroke="#fff2d0" stroke-width="3" opacity="0.3"/>`).join('')}</g>` +
    relief(drawing, { round: 3, height: 8, gloss: 1.1, shadow: 6, rim: '#fff6cf' }, path(ring(0, 0, 100, 90), metal(drawing, GOLD, 60), 'fill-rule="evenodd"')) +
    drawing.place({ x: 4, y: 0, scale: 0.84 }, (d) => dragon(d, tones))
}

/** Something on a square of patterned paper. */
function onPaper(art: SymbolArt, tones: Tones, scale = 0.8): SymbolArt {
  return (drawing) => folded(drawing, tones, [[1, [-92, -92], [92, -92], [92, 92], [-92, 92]], [2, [92, 40], [92, 92], [40, 92]], [0, [40, 92], [40, 40], [92, 40]]]) + path(polygon([[-80, -80], [80, -80], [80, 40], [40, 40], [40, 80], [-80, 80]]), 'none', 'stroke="#ffffff" stroke-width="2" opacity="0.5"') + drawing.place({ x: -4, y: -4, scale }, art)
}

const VIOLET: Tones = { shine: '#f0e4ff', light: '#b48af0', base: '#7a4ad0', shade: '#4a2890', deep: '#22104a' }
const TEAL: Tones = { shine: '#d8fff8', light: '#5ad8cc', base: '#1f9a9a', shade: '#0e6070', deep: '#05303c' }
const PINK: Tones = { shine: '#ffeaf0', light: '#ff9ab4', base: '#f0608a', shade: '#b03060', deep: '#561030' }
const NAVY: Tones = { shine: '#dce8ff', light: '#7a9ae8', base: '#3a5cc0', shade: '#1f3684', deep: '#0c1844' }

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  scroll: (drawing) => drawing.place({ x: 0, y: -8, scale: 0.95 }, scroll) + ribbon(drawing, 'SCATTER', 64, RED, 'brush', 160),
  dragon_red: medallion(RED, ['#ffd98a', '#a8601a']),
  dragon_gold: medallion(AMBER, ['#c8303a', '#5c0c18']),
  dragon_jade: medallion(JADE, ['#6a3ab8', '#260f58']),
  kite: onPaper(kite, PINK),
  crane: onPaper(crane, NAVY, 0.78),
  ink: onPaper(ink, TEAL, 0.74),
  knot: onPaper(knot, VIOLET, 0.76),
}

/** A mountain of folded paper. */
function peak(drawing: Drawing, x: number, top: number, width: number, floor: number, tones: Tones): string {
  return folded(drawing, tones, [
    [1, [x, top], [x - width * 0.5, floor], [x - width * 0.08, floor]],
    [2, [x, top], [x - width * 0.08, floor], [x + width * 0.2, floor]],
    [3, [x, top], [x + width * 0.2, floor], [x + width * 0.5, floor]],
  ])
}

const DAWN: Tones = { shine: '#fff4e0', light: '#ffd8b0', base: '#ffb088', shade: '#f08070', deep: '#d05a60' }

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const sun = { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.46 : 0.38), r: size * (wide ? 0.36 : 0.42) }
  return (
    backdrop(drawing, box, [
      [0, '#fff3d6'],
      [0.5, '#ffe0b0'],
      [1, '#ffb48a'],
    ]) +
    beams(drawing, seeded(4), sun.x, sun.y, size * 1.4, wide ? 24 : 18, '#ffffff', 0.55) +
    relief(drawing, { round: 2, height: 4, gloss: 0.3, shadow: 8, shadowColor: '#a8401a', shadowOpacity: 0.35 }, circle(sun.x, sun.y, sun.r, drawing.linear([[0, '#ff5a3a'], [1, '#d81e2a']]))) +
    (wide ? [0.04, 0.2, 0.36, 0.56, 0.88, 1] : [0, 0.3, 0.72, 1.02]).map((px, i) => peak(drawing, x(px), y(0.44 + (i % 3) * 0.07), size * 0.56, y(0.86), DAWN)).join('')
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const cloud = (px: number, py: number, scale: number): string =>
    drawing.place({ x: x(px), y: y(py), scale: (size / 400) * scale }, (d) => relief(d, { round: 2, height: 4, gloss: 0.2, shadow: 6, shadowColor: '#a8401a', shadowOpacity: 0.3 }, path('M-90 24A26 26 0 0 1 -60 -18A36 36 0 0 1 6 -30A30 30 0 0 1 62 -12A22 22 0 0 1 92 24Z', '#ffffff')) + stroke('M-46 8A16 16 0 1 1 -20 2M10 0A16 16 0 1 1 38 4', '#f0a88a', 4))
  return (
    (wide ? cloud(0.1, 0.24, 0.8) + cloud(0.32, 0.14, 0.6) + cloud(0.48, 0.34, 0.5) + cloud(0.94, 0.2, 0.7) : cloud(0.12, 0.14, 0.6) + cloud(0.9, 0.22, 0.62) + cloud(0.1, 0.5, 0.5)) +
    (wide ? [0.08, 0.28, 0.96] : [0.02, 0.98]).map((px, i) => peak(drawing, x(px), y(0.6 + (i % 2) * 0.05), size * 0.6, y(1), i % 2 === 0 ? JADE : { ...JADE, base: '#4a9a6a' })).join('') +
    path(hills(seeded(4), x(-0.05), x(1.05), y(0.88), size * 0.05, y(1.06), wide ? 8 : 4), drawing.linear([[0, '#8ad0a0'], [1, '#1f6a54']]))
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(6)
  const { x, y, size, wide } = frame(box)
  const petals = Array.from({ length: wide ? 46 : 30 }, () => {
    const s = size * between(random, 0.007, 0.016)
    return drawing.place({ x: x(random()), y: y(random()), turn: random() * 360, opacity: 0.9 }, () => path(`M0 ${-s}Q${s} 0 0 ${s}Q${-s} 0 0 ${-s}Z`, random() > 0.5 ? '#ff7a9a' : '#ffffff'))
  }).join('')
  return (
    petals +
    drawing.place({ x: x(wide ? 0.06 : 0.08), y: y(wide ? 0.8 : 0.9), scale: size / 780, turn: -8 }, crane) +
    drawing.place({ x: x(wide ? 0.95 : 0.92), y: y(wide ? 0.84 : 0.9), scale: size / 820, turn: 8, flip: true }, crane)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    drawing.place({ x: at.x + s * 40, y: at.y - s * 74, scale: s * 0.62, turn: -6 }, (d) => dragon(d, AMBER)) +
    drawing.place({ x: at.x + s * 4, y: at.y + s * 16, scale: s * 1.16, turn: -4 }, (d) => dragon(d, RED))
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Paper', face: 'brush', size: 150, tracking: 2, x: -10, y: -8 },
      { text: 'Dragons', face: 'brush', size: 158, tracking: 0, x: 0, y: 116, arch: 10 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.5, '#fff6e0'],
        [1, '#ffd08a'],
      ],
      side: '#8a0c1a',
      outline: '#c81e2a',
      edge: '#fff2d0',
      edgeWidth: 3,
      glow: '#ffffff',
      relief: { round: 2 },
    },
  )
}

/** Paper Dragons: folded beasts at sunrise, and falls that multiply fast. */
export const PAPER_DRAGONS: Theme = {
  slug: 'paper-dragons',
  accent: '#ff5a3a',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: (drawing) => dragon(drawing, RED),
  lettering,
}
