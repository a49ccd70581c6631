import { type Drawing, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { title } from '../../kit/lettering'
import { GOLD, type Tones, gem, glints, metal, relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, glow, ridge, sparks, stars } from '../../kit/scenery'
import { type Point, polygon, regular } from '../../kit/shapes'
import type { SymbolArt, Theme } from '../../kit/theme'

const DIAMOND: Tones = { shine: '#ffffff', light: '#e0f6ff', base: '#a8d8f4', shade: '#6a9cd0', deep: '#34589a' }
const RUBY: Tones = { shine: '#ffe0e4', light: '#ff7a8e', base: '#e8203f', shade: '#9e0a2c', deep: '#500318' }
const SAPPHIRE: Tones = { shine: '#dceaff', light: '#6aa2ff', base: '#2458e8', shade: '#12309c', deep: '#081450' }
const EMERALD: Tones = { shine: '#e0fff0', light: '#6af0a8', base: '#14b070', shade: '#0a704c', deep: '#033826' }
const TOPAZ: Tones = { shine: '#fffbe0', light: '#ffdc6a', base: '#f8a81e', shade: '#b06a0a', deep: '#583004' }
const AMETHYST: Tones = { shine: '#f8e8ff', light: '#d08aff', base: '#9838e0', shade: '#5c1a9c', deep: '#2c0854' }

/** A cut stone in a thin claw of gold. */
function cut(outline: readonly Point[], table: number, tones: Tones): SymbolArt {
  const inner = outline.map(([x, y]): Point => [x * table, y * table - 4])
  return (drawing) =>
    path(polygon(outline.map(([x, y]): Point => [x * 1.14, y * 1.14])), tones.light, `opacity="0.4" filter="${drawing.blur(6)}"`) +
    relief(drawing, { round: 3, height: 6, gloss: 0.6, shadow: 7 }, path(polygon(outline.map(([x, y]): Point => [x * 1.06, y * 1.06])), metal(drawing, GOLD))) +
    relief(drawing, { round: 1.5, height: 2.4, gloss: 0.3, shadow: 0, rim: tones.shine, rimWidth: 2 }, gem(drawing, outline, inner, { ...tones, shine: tones.light, light: tones.base })) +
    path(polygon(inner), 'none', `stroke="${tones.shine}" stroke-width="2" opacity="0.7"`) +
    glints(drawing, [-36, -44, 15], [42, 34, 9])
}

const BRILLIANT: readonly Point[] = [[-56, -74], [56, -74], [94, -28], [0, 92], [-94, -28]]
const PEAR: readonly Point[] = [[0, -96], [34, -44], [66, 2], [66, 44], [34, 82], [0, 92], [-34, 82], [-66, 44], [-66, 2], [-34, -44]]

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  diamond: cut(BRILLIANT, 0.56, DIAMOND),
  ruby: cut(regular(8, 92, -67.5), 0.58, RUBY),
  sapphire: cut([[-58, -92], [58, -92], [82, -68], [82, 68], [58, 92], [-58, 92], [-82, 68], [-82, -68]], 0.56, SAPPHIRE),
  emerald: cut(regular(6, 96, -90), 0.56, EMERALD),
  topaz: cut(PEAR, 0.54, TOPAZ),
  amethyst: cut(regular(3, 122, -90, 0, 12).flatMap(([x, y], i, all): Point[] => {
    const [px, py] = all[(i + 2) % 3] ?? [0, 0]
    const [nx, ny] = all[(i + 1) % 3] ?? [0, 0]
    return [[x + (px - x) * 0.14, y + (py - y) * 0.14], [x + (nx - x) * 0.14, y + (ny - y) * 0.14]]
  }), 0.5, AMETHYST),
}

const of = (id: string): SymbolArt => SYMBOLS[id] ?? (() => '')

/** A spire of crystal. */
function spire(drawing: Drawing, x: number, top: number, width: number, floor: number, tones: Tones): string {
  const w = width / 2
  return (
    path(polygon([[x, top], [x - w, top + width * 1.1], [x - w * 0.8, floor], [x - w * 0.1, floor], [x - w * 0.2, top + width * 1.3]]), drawing.linear([[0, tones.shine], [0.4, tones.light], [1, tones.shade]])) +
    path(polygon([[x, top], [x + w, top + width * 0.9], [x + w * 0.8, floor], [x - w * 0.1, floor], [x - w * 0.2, top + width * 1.3]]), drawing.linear([[0, tones.light], [0.4, tones.base], [1, tones.deep]])) +
    stroke(`M${x} ${top}L${x - w * 0.2} ${top + width * 1.3}L${x - w * 0.1} ${floor}`, '#ffffff', width * 0.02, 'opacity="0.6"')
  )
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const sun = { x: x(wide ? 0.66 : 0.5), y: y(wide ? 0.34 : 0.3) }
  const rainbow = ['#ff5a7a', '#ffa84a', '#ffe86a', '#6af0a0', '#5ab4ff', '#b07aff']
  return (
    backdrop(drawing, box, [
      [0, '#1a0a52'],
      [0.45, '#5a2aa8'],
      [0.75, '#d86ac8'],
      [1, '#ffc4a0'],
    ]) +
    stars(seeded(14), { ...box, height: box.height * 0.5 }, wide ? 130 : 90) +
    beams(drawing, seeded(3), sun.x, sun.y, size * 1.5, wide ? 22 : 16, '#ffe0ff', 0.4) +
    rainbow.map((color, i) => stroke(`M${x(-0.1)} ${y(0.78) - i * size * 0.022}Q${sun.x} ${y(-0.1) - i * size * 0.022} ${x(1.1)} ${y(0.78) - i * size * 0.022}`, color, size * 0.024, 'opacity="0.5"')).join('') +
    glow(drawing, sun.x, sun.y, size * 0.4, size * 0.4, '#fff0ff', 0.8) +
    path(ridge(seeded(8), x(-0.05), x(1.05), y(0.84), size * 0.3, y(1.05), wide ? 8 : 5), drawing.linear([[0, '#a05ad0'], [1, '#3a1470']]))
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const stand: readonly (readonly [number, number, number, Tones])[] = wide
    ? [[0.02, 0.36, 0.17, SAPPHIRE], [0.1, 0.52, 0.13, EMERALD], [0.2, 0.62, 0.1, AMETHYST], [0.31, 0.7, 0.08, TOPAZ], [0.85, 0.56, 0.12, RUBY], [0.95, 0.38, 0.17, AMETHYST]]
    : [[0.03, 0.48, 0.18, SAPPHIRE], [0.17, 0.64, 0.12, EMERALD], [0.86, 0.62, 0.13, RUBY], [0.98, 0.46, 0.18, AMETHYST]]
  return stand.map(([px, top, w, tones]) => spire(drawing, x(px), y(top), size * w, y(1.02), tones)).join('')
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(44)
  const { x, y, size, wide } = frame(box)
  const small = ['topaz', 'emerald', 'ruby', 'sapphire', 'amethyst']
  const heap = Array.from({ length: wide ? 16 : 9 }, (_, i) => drawing.place({ x: x((i + 0.5) / (wide ? 16 : 9)), y: y(between(random, 0.95, 1.01)), scale: (size / 900) * between(random, 0.6, 1.05), turn: between(random, -30, 30) }, of(small[i % small.length] ?? 'ruby'))).join('')
  return heap + sparks(drawing, random, { ...box, y: y(0.1), height: box.height * 0.8 }, wide ? 46 : 30, '#ffffff', size / 360)
}

/** Gems as steps that lead up. */
function steps(drawing: Drawing): string {
  return (
    drawing.place({ x: -66, y: 66, scale: 0.4, turn: -8 }, of('amethyst')) +
    drawing.place({ x: -26, y: 44, scale: 0.46, turn: 6 }, of('emerald')) +
    drawing.place({ x: 20, y: 12, scale: 0.52, turn: -6 }, of('ruby')) +
    drawing.place({ x: 26, y: -48, scale: 0.66 }, of('diamond'))
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    glow(drawing, at.x, at.y - s * 20, s * 130, s * 130, '#ffe0ff', 0.7) +
    drawing.place({ x: at.x - s * 74, y: at.y + s * 54, scale: s * 0.52, turn: -14 }, of('sapphire')) +
    drawing.place({ x: at.x + s * 76, y: at.y + s * 52, scale: s * 0.52, turn: 12 }, of('ruby')) +
    drawing.place({ x: at.x - s * 40, y: at.y - s * 62, scale: s * 0.46, turn: -10 }, of('emerald')) +
    drawing.place({ x: at.x + s * 58, y: at.y - s * 50, scale: s * 0.42, turn: 16 }, of('amethyst')) +
    drawing.place({ x: at.x, y: at.y + s * 14, scale: s * 0.98 }, of('diamond'))
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Prism', face: 'deco', size: 140, tracking: 6, x: 0, y: -10, arch: 12 },
      { text: 'Climb', face: 'deco', size: 140, tracking: 6, x: 0, y: 108 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.4, '#ffe8ff'],
        [0.56, '#ff9ae8'],
        [0.76, '#a06aff'],
        [1, '#8af0ff'],
      ],
      side: '#4a1a94',
      outline: '#180640',
      edge: '#ffffff',
      edgeWidth: 3,
      glow: '#ff9af0',
      relief: { round: 2.2 },
    },
  )
}

/** Prism Climb: every win is a step up, and the poorest stone stays behind. */
export const PRISM_CLIMB: Theme = {
  slug: 'prism-climb',
  accent: '#c070ff',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: steps,
  lettering,
}
