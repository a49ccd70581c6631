import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import type { Tones } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, glow, hills, sparks } from '../../kit/scenery'
import type { SymbolArt, Theme } from '../../kit/theme'
import { acorn, butterfly, dew, fern, ladybird, lily, mushroom, orchid, poppy, snail } from './garden'

const MOSS: Tones = { shine: '#f0ffd8', light: '#8ad868', base: '#3a9a48', shade: '#1c6434', deep: '#0a3018' }
const SKY: Tones = { shine: '#e6f8ff', light: '#7ac8ff', base: '#2f7ad8', shade: '#1c4894', deep: '#0c204c' }

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  butterfly: (drawing) => drawing.place({ x: 0, y: -10, scale: 0.96 }, butterfly) + ribbon(drawing, 'SCATTER', 64, SKY, 'roman', 158),
  dew: (drawing) => drawing.place({ x: 0, y: -8, scale: 0.96 }, dew) + ribbon(drawing, 'WILD', 62, MOSS, 'swash', 146),
  orchid,
  // These reach beyond the square.
  lily: (drawing) => drawing.place({ x: 0, y: 0, scale: 0.86 }, lily),
  poppy: (drawing) => drawing.place({ x: 0, y: -5, scale: 0.95 }, poppy),
  fern,
  snail,
  ladybird: (drawing) => drawing.place({ x: 0, y: 0, scale: 0.93 }, ladybird),
  acorn,
  mushroom,
}

/** The iron ribs and panes of a great conservatory. */
function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const centre = { x: x(wide ? 0.62 : 0.5), y: y(wide ? 0.95 : 0.84) }
  const ribs = Array.from({ length: 15 }, (_, i) => {
    const t = (i - 7) / 7
    return stroke(`M${centre.x} ${y(-0.12)}Q${centre.x + t * size * 1.05} ${y(0.05)} ${centre.x + t * size * (wide ? 1.5 : 0.78)} ${y(0.9)}`, '#f4fff4', size * 0.009, 'opacity="0.75"')
  }).join('')
  const hoops = [0.18, 0.36, 0.54, 0.72].map((t) => stroke(`M${x(-0.1)} ${y(t + 0.2)}Q${centre.x} ${y(t - 0.2)} ${x(1.1)} ${y(t + 0.2)}`, '#f4fff4', size * 0.006, 'opacity="0.6"')).join('')
  const panes = Array.from({ length: 24 }, (_, i) => {
    const random = seeded(100 + i)
    const [px, py, s] = [x(random()), y(random() * 0.7), size * between(random, 0.06, 0.16)]
    return path(`M${px} ${py}h${s}l${-s * 0.2} ${s * 1.3}h${-s}Z`, ['#ffffff', '#fff6b0', '#b8f4ff'][i % 3] ?? '', 'opacity="0.16"')
  }).join('')
  return (
    backdrop(drawing, box, [
      [0, '#7ad8f4'],
      [0.45, '#c4f4d8'],
      [0.75, '#fff6c4'],
      [1, '#8ad078'],
    ]) +
    beams(drawing, seeded(6), x(wide ? 0.9 : 0.86), y(-0.05), size * 1.6, wide ? 20 : 14, '#fffbe0', 0.6) +
    panes + hoops + ribs + glow(drawing, centre.x, y(0.4), size * 0.6, size * 0.5, '#fffbd8', 0.7)
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const bed: readonly (readonly [number, SymbolArt, number])[] = wide
    ? [[0.03, fern, 1], [0.12, poppy, 0.7], [0.22, fern, 0.8], [0.32, orchid, 0.56], [0.42, fern, 0.66], [0.9, fern, 0.8], [0.98, poppy, 0.9]]
    : [[0.02, fern, 1], [0.16, poppy, 0.66], [0.84, orchid, 0.6], [0.98, fern, 1]]
  return path(hills(seeded(8), x(-0.05), x(1.05), y(0.8), size * 0.06, y(1.06), wide ? 9 : 5), drawing.linear([[0, '#7ac860'], [1, '#1c5a34']])) + bed.map(([px, art, s], i) => drawing.place({ x: x(px), y: y(0.72), scale: (size / 330) * s, flip: i % 2 === 1 }, art)).join('')
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(15)
  const { x, y, size, wide } = frame(box)
  const low: readonly (readonly [number, SymbolArt, number])[] = [[0.05, mushroom, 0.5], [0.17, snail, 0.34], [0.85, ladybird, 0.3], [0.95, lily, 0.56]]
  const drops = Array.from({ length: wide ? 26 : 16 }, () => {
    const r = size * between(random, 0.004, 0.011)
    const [dx, dy] = [x(random()), y(random() * 0.8)]
    return circle(dx, dy, r, drawing.radial([[0, '#ffffff', 0.3], [0.8, '#c8fff4', 0.5], [1, '#ffffff', 0.9]])) + circle(dx - r * 0.3, dy - r * 0.3, r * 0.3, '#ffffff')
  }).join('')
  return (
    drops + path(hills(seeded(18), x(-0.05), x(1.05), y(0.94), size * 0.05, y(1.06), wide ? 9 : 5), drawing.linear([[0, '#4a9a48'], [1, '#0c3a22']])) +
    low.map(([px, art, s]) => drawing.place({ x: x(px), y: y(0.9), scale: (size / 300) * s }, art)).join('') +
    sparks(drawing, random, { ...box, y: y(0.1), height: box.height * 0.8 }, wide ? 30 : 20, '#fffbc4', size / 380)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    drawing.place({ x: at.x - s * 66, y: at.y + s * 52, scale: s * 0.62, turn: -16 }, poppy) +
    drawing.place({ x: at.x + s * 68, y: at.y + s * 50, scale: s * 0.62, turn: 14 }, lily) +
    drawing.place({ x: at.x, y: at.y + s * 6, scale: s * 1.08 }, orchid) +
    drawing.place({ x: at.x + s * 56, y: at.y - s * 72, scale: s * 0.52, turn: 18 }, butterfly) +
    drawing.place({ x: at.x - s * 74, y: at.y - s * 60, scale: s * 0.3, turn: -30 }, ladybird)
  )
}

function lettering(drawing: Drawing): string {
  return title(drawing, [{ text: 'Glasshouse', face: 'swash', size: 106, tracking: 0, x: 0, y: 66, arch: 26, swell: 0.1 }], {
    fill: [
      [0, '#ffffff'],
      [0.4, '#eafff0'],
      [0.56, '#8ae8c0'],
      [0.75, '#3ab89a'],
      [1, '#d8ffe8'],
    ],
    side: '#0f5a48',
    outline: '#06302a',
    edge: '#ffffff',
    edgeWidth: 3,
    glow: '#fff6a8',
    relief: { round: 2.2 },
  })
}

/** Glasshouse: a garden under glass where something is always in bloom. */
export const GLASSHOUSE: Theme = {
  slug: 'glasshouse',
  accent: '#4ac8a0',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: orchid,
  lettering,
}
