import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { cardLetter, ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { GOLD, SILVER, type Tones, metal, relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, glow, mist, sparks } from '../../kit/scenery'
import { polygon, ring } from '../../kit/shapes'
import type { SymbolArt, Theme } from '../../kit/theme'
import { dame, detective, dossier, fedora, lamp, magnifier } from './cast'

const RED: Tones = { shine: '#ffe0e8', light: '#ff6a90', base: '#d81a4c', shade: '#8a0a30', deep: '#400318' }
const IVORY: Tones = { shine: '#ffffff', light: '#fff4de', base: '#e6cfa8', shade: '#a5865c', deep: '#53402a' }
const BLUE: Tones = { shine: '#eaf4ff', light: '#8fc4ff', base: '#3a7ad8', shade: '#1f4690', deep: '#0e1f4c' }
const SMOKE: Tones = { shine: '#ffffff', light: '#d6cfe6', base: '#958aae', shade: '#574c72', deep: '#281f3c' }
const VIOLET: Tones = { shine: '#f6e8ff', light: '#cf9cff', base: '#8a48d8', shade: '#4f2290', deep: '#260d4c' }

/** A picture in a gilded oval of velvet. */
function framed(art: SymbolArt, velvet: string, scale = 0.82): SymbolArt {
  return (drawing) => {
    const shape = circle(0, 0, 92, drawing.radial([[0, velvet], [0.7, '#3a0620'], [1, '#14020c']], 0.5, 0.35))
    return (
      shape +
      `<g clip-path="${drawing.clip('M-92 0A92 92 0 0 1 92 0A92 92 0 0 1 -92 0Z')}">${drawing.place({ x: 0, y: 6, scale }, art)}</g>` +
      relief(drawing, { round: 3, height: 9, gloss: 1.1, shadow: 6, rim: '#fff6cf' }, path(ring(0, 0, 100, 88), metal(drawing, GOLD, 60), 'fill-rule="evenodd"')) +
      `<circle r="85" fill="none" stroke="#ffe9b0" stroke-width="1.4" stroke-dasharray="2 5"/>`
    )
  }
}

function letter(text: string, tones: Tones, color: string): SymbolArt {
  return (drawing) => cardLetter(drawing, text, 'deco', text.length > 1 ? 104 : 132, tones, SILVER, lamp(drawing, color))
}

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  dossier: (drawing) => drawing.place({ x: 0, y: -10, scale: 0.94 }, dossier) + ribbon(drawing, 'CASE', 62, { shine: '#ffe0e8', light: '#ff4a78', base: '#b00a3c', shade: '#6a0428', deep: '#300114' }, 'deco', 140),
  detective: framed(detective, '#6a4a9c', 0.8),
  dame: framed(dame, '#c2365e', 0.84),
  hat: framed(fedora, '#8a2a5c', 0.8),
  pistol: framed(magnifier, '#5a3a8a', 0.82),
  a: letter('A', RED, '#6a0a2c'),
  k: letter('K', IVORY, '#5a4426'),
  q: letter('Q', VIOLET, '#3c1468'),
  j: letter('J', BLUE, '#12306a'),
  t: letter('10', SMOKE, '#3c3450'),
}

/** Houses of a sleeping town with lit windows. */
function skyline(drawing: Drawing, random: () => number, from: number, to: number, base: number, unit: number, tones: readonly [string, string], light: string): string {
  let x = from
  const houses: string[] = []
  while (x < to) {
    const width = unit * between(random, 0.5, 1)
    const height = unit * between(random, 1.1, 3)
    houses.push(path(`M${x} ${base}V${base - height}H${x + width * 0.3}V${base - height * 1.1}H${x + width * 0.7}V${base - height}H${x + width}V${base}Z`, drawing.linear([[0, tones[0]], [1, tones[1]]])))
    for (let wy = base - height * 0.92; wy < base - unit * 0.2; wy += unit * 0.2) {
      for (let wx = x + width * 0.14; wx < x + width * 0.84; wx += width * 0.24) {
        if (random() < 0.34) houses.push(path(`M${wx} ${wy}h${width * 0.13}v${unit * 0.1}h${-width * 0.13}Z`, light, `opacity="${between(random, 0.35, 0.95).toFixed(2)}"`))
      }
    }
    x += width * 1.02
  }
  return houses.join('')
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const moon = { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.42 : 0.32), r: size * (wide ? 0.34 : 0.38) }
  return (
    backdrop(drawing, box, [
      [0, '#0c0414'],
      [0.4, '#3a0828'],
      [0.72, '#8a0f3c'],
      [1, '#2a0414'],
    ]) +
    glow(drawing, moon.x, moon.y, moon.r * 1.9, moon.r * 1.9, '#ff2a5e', 0.7) +
    circle(moon.x, moon.y, moon.r, drawing.radial([[0, '#fff0e6'], [0.6, '#ffb8b0'], [1, '#e0486a']], 0.4, 0.35)) +
    mist(drawing, seeded(4), { ...box, y: y(0.1), height: box.height * 0.6 }, ['#ff2a5e', '#6a1a8a', '#2a0f5a'], 8, 0.2) +
    skyline(drawing, seeded(6), x(-0.02), x(1.02), y(0.86), size * (wide ? 0.2 : 0.16), ['#4a0e3a', '#1c0618'], '#ffd27a')
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const post = (px: number, side: number): string =>
    glow(drawing, x(px) + side * size * 0.05, y(0.3), size * 0.3, size * 0.3, '#ffd27a', 0.85) +
    stroke(`M${x(px)} ${y(1)}V${y(0.3)}Q${x(px)} ${y(0.24)} ${x(px) + side * size * 0.05} ${y(0.25)}`, '#0a0410', size * 0.014) +
    path(polygon([[x(px) + side * size * 0.05 - size * 0.03, y(0.26)], [x(px) + side * size * 0.05 + size * 0.03, y(0.26)], [x(px) + side * size * 0.05 + size * 0.02, y(0.26) + size * 0.07], [x(px) + side * size * 0.05 - size * 0.02, y(0.26) + size * 0.07]]), drawing.linear([[0, '#fff6d8'], [1, '#ffb84a']])) +
    path(polygon([[x(px) + side * size * 0.05 - size * 0.04, y(0.262)], [x(px) + side * size * 0.05 + size * 0.04, y(0.262)], [x(px) + side * size * 0.05, y(0.262) - size * 0.04]]), '#0a0410')
  return skyline(drawing, seeded(9), x(-0.02), x(1.02), y(1.02), size * (wide ? 0.24 : 0.19), ['#1c0618', '#070208'], '#ffb84a') + post(wide ? 0.05 : 0.08, 1) + post(wide ? 0.95 : 0.92, -1)
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(14)
  const { x, y, size, wide } = frame(box)
  const rain = Array.from({ length: wide ? 220 : 130 }, () => {
    const [rx, ry, length] = [x(random()), y(random()), size * between(random, 0.02, 0.07)]
    return stroke(`M${rx.toFixed(1)} ${ry.toFixed(1)}l${(-length * 0.22).toFixed(1)} ${length.toFixed(1)}`, '#ffd6e6', between(random, 0.6, 1.6), `opacity="${between(random, 0.12, 0.5).toFixed(2)}"`)
  }).join('')
  const drape = (side: number): string => {
    const edge = side < 0 ? x(0) : x(1)
    const w = size * (wide ? 0.13 : 0.12)
    return [0, 1, 2, 3]
      .map((i) => path(`M${edge} ${y(0)}h${-side * w * (1 - i * 0.22)}C${edge - side * w * (0.6 - i * 0.12)} ${y(0.3)} ${edge - side * w * (0.95 - i * 0.2)} ${y(0.7)} ${edge - side * w * (0.7 - i * 0.16)} ${y(1)}H${edge}Z`, drawing.linear([[0, i % 2 === 0 ? '#7a0628' : '#d8164c'], [0.5, i % 2 === 0 ? '#b00a3c' : '#8a0a30'], [1, '#3a0216']], 0)))
      .join('')
  }
  return rain + drape(-1) + drape(1) + sparks(drawing, random, { ...box, y: y(0.5), height: box.height * 0.5 }, wide ? 24 : 14, '#ff9ab8', size / 420)
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    drawing.place({ x: at.x + s * 46, y: at.y + s * 2, scale: s * 0.96, turn: 4 }, dame) +
    drawing.place({ x: at.x - s * 40, y: at.y + s * 12, scale: s * 1.02, turn: -3 }, detective)
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Velvet', face: 'deco', size: 148, tracking: 2, x: 0, y: -2, arch: 12 },
      { text: 'NOIR', face: 'deco', size: 158, tracking: 22, x: 0, y: 122 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.45, '#ffe0e6'],
        [0.55, '#ff5a86'],
        [1, '#c20a42'],
      ],
      side: '#4a0220',
      outline: '#0a0208',
      edge: '#ffe9c4',
      edgeWidth: 3,
      glow: '#ff1a5a',
      relief: { round: 2.2 },
    },
  )
}

/** Velvet Noir: a case in a red night; any suspect may take the whole street. */
export const VELVET_NOIR: Theme = {
  slug: 'velvet-noir',
  accent: '#e01a50',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: detective,
  lettering,
}
