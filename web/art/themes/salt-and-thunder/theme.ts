import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { cardLetter, ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { BRASS, SILVER, type Tones, metal, relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, glow } from '../../kit/scenery'
import { disc, ring, smooth } from '../../kit/shapes'
import type { SymbolArt, Theme } from '../../kit/theme'
import { anchor, beacon, bolt, galleon, kraken, lyre, trident } from './deep'

const FOAM: Tones = { shine: '#ffffff', light: '#c4fff4', base: '#3fc8b8', shade: '#137a80', deep: '#063a48' }
const STORM: Tones = { shine: '#f0f4ff', light: '#a8b8f0', base: '#5a6ad0', shade: '#303a8a', deep: '#141a4c' }
const SUNKEN: Tones = { shine: '#fff6dc', light: '#ffd88a', base: '#d89a2a', shade: '#8a5a10', deep: '#452a05' }
const CORAL: Tones = { shine: '#ffeae0', light: '#ff9a80', base: '#e84a4a', shade: '#961f3a', deep: '#480a22' }
const FLAG: Tones = { shine: '#fff6d0', light: '#ffd84a', base: '#e0a012', shade: '#94600a', deep: '#4a2c04' }

/** A picture behind the glass of a porthole. */
function porthole(art: SymbolArt, sea: string, scale: number): SymbolArt {
  return (drawing) =>
    circle(0, 0, 88, drawing.radial([[0, sea], [0.7, '#063a5a'], [1, '#021424']], 0.5, 0.3)) +
    `<g clip-path="${drawing.clip(disc(0, 0, 88))}">${drawing.place({ x: 0, y: 2, scale }, art)}${path('M-80 -30A86 86 0 0 1 -10 -84L-2 -70A70 70 0 0 0 -62 -22Z', '#ffffff', 'opacity="0.28"')}</g>` +
    relief(drawing, { round: 4, height: 10, gloss: 1.1, shadow: 6, rim: '#fff0cf' }, path(ring(0, 0, 101, 83), metal(drawing, BRASS, 60), 'fill-rule="evenodd"')) +
    Array.from({ length: 8 }, (_, i) => {
      const a = (i / 8) * Math.PI * 2 + 0.39
      return relief(drawing, { round: 1, height: 4, gloss: 1, shadow: 1 }, circle(Math.cos(a) * 92, Math.sin(a) * 92, 5, metal(drawing, SILVER)))
    }).join('')
}

function letter(text: string, tones: Tones): SymbolArt {
  return (drawing) =>
    cardLetter(
      drawing,
      text,
      'gothic',
      168,
      tones,
      SILVER,
      relief(drawing, { round: 3, height: 7, gloss: 0.5, shadow: 6, rim: '#bff4ff' }, path(smooth([[-80, -70], [0, -92], [80, -72], [92, 0], [76, 74], [0, 92], [-78, 72], [-92, 0]]), drawing.radial([[0, tones.shade], [1, '#04121f']], 0.5, 0.35))) +
        stroke('M-70 52Q-46 38 -24 52T24 52T70 52', '#bff4ff', 3, 'opacity="0.5"'),
    )
}

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  beacon: (drawing) => drawing.place({ x: 0, y: -8, scale: 0.92 }, beacon) + ribbon(drawing, 'SCATTER', 62, { shine: '#ffe0e0', light: '#ff5a5a', base: '#c81a34', shade: '#7a0c24', deep: '#3a0414' }, 'roman', 158),
  trident: (drawing) => drawing.place({ x: 0, y: 9, scale: 0.9 }, trident) + ribbon(drawing, 'WILD', 60, FLAG, 'roman', 150),
  kraken: porthole(kraken, '#1a6a8a', 0.86),
  galleon: porthole(galleon, '#6a86c8', 0.8),
  siren: porthole(lyre, '#1f8a94', 0.76),
  anchor: porthole(anchor, '#3a5aa8', 0.74),
  a: letter('A', CORAL),
  k: letter('K', FOAM),
  q: letter('Q', STORM),
  j: letter('J', SUNKEN),
}

/** A bank of storm clouds hanging down to `level`, lit from below. */
function storm(drawing: Drawing, box: Box, level: number, seed: number, tones: readonly [string, string, string]): string {
  const random = seeded(seed)
  const { x, y, size, wide } = frame(box)
  const count = wide ? 15 : 9
  const heaps = Array.from({ length: count }, (_, i) => {
    const r = size * between(random, 0.1, 0.17)
    const fill = drawing.radial([[0, tones[0]], [0.72, tones[1]], [1, tones[2]]], 0.5, 0.2, 0.56, 0.5, 0.44)
    return circle(x((i + random() * 0.7) / (count - 0.6)), y(level) - r * between(random, 0.3, 0.7), r, fill)
  }).join('')
  return path(`M${x(-0.1)} ${y(-0.1)}H${x(1.1)}V${y(level) - size * 0.08}H${x(-0.1)}Z`, tones[0]) + heaps
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const flash = { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.3 : 0.28) }
  const strike = (px: number, py: number, scale: number, turn: number): string => drawing.place({ x: x(px), y: y(py), scale: (size / 200) * scale, turn }, bolt)
  return (
    backdrop(drawing, box, [
      [0, '#060a1e'],
      [0.35, '#1a2a5c'],
      [0.6, '#3f6a94'],
      [1, '#08283e'],
    ]) +
    glow(drawing, flash.x, flash.y, size * 0.9, size * 0.7, '#8fb8ff', 0.8) +
    strike(wide ? 0.36 : 0.12, wide ? 0.4 : 0.34, 0.44, 8) +
    strike(wide ? 0.94 : 0.89, wide ? 0.4 : 0.36, 0.5, -12) +
    storm(drawing, box, 0.16, 8, ['#141c44', '#3c4c88', '#9fb4ee']) +
    storm(drawing, box, 0.06, 21, ['#070b22', '#1c2858', '#6f86cc'])
  )
}

/** A sea with crests, from `level` down. */
function waves(drawing: Drawing, box: Box, level: number, height: number, seed: number, tones: readonly [string, string, string]): string {
  const random = seeded(seed)
  const { x, y, size, wide } = frame(box)
  const count = wide ? 9 : 5
  const width = (x(1.2) - x(-0.1)) / count
  let d = `M${x(-0.1)} ${y(1.1)}V${y(level)}`
  let foam = ''
  for (let i = 0; i < count; i += 1) {
    const from = x(-0.1) + width * i
    const h = size * height * between(random, 0.7, 1.3)
    d += `C${from + width * 0.3} ${y(level)} ${from + width * 0.42} ${y(level) - h} ${from + width * 0.72} ${y(level) - h}C${from + width * 0.6} ${y(level) - h * 0.6} ${from + width * 0.74} ${y(level)} ${from + width} ${y(level)}`
    foam += path(`M${from + width * 0.3} ${y(level) - h * 0.62}C${from + width * 0.42} ${y(level) - h} ${from + width * 0.56} ${y(level) - h * 1.06} ${from + width * 0.74} ${y(level) - h}C${from + width * 0.62} ${y(level) - h * 0.86} ${from + width * 0.5} ${y(level) - h * 0.72} ${from + width * 0.3} ${y(level) - h * 0.62}Z`, '#f4ffff', 'opacity="0.92"')
  }
  return path(`${d}V${y(1.1)}Z`, drawing.linear([[0, tones[0]], [0.35, tones[1]], [1, tones[2]]])) + foam
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  return (
    waves(drawing, box, 0.7, 0.07, 12, ['#7fd0dc', '#2a7a9c', '#0a2c4c']) +
    (wide ? drawing.place({ x: x(0.14), y: y(0.62), scale: size / 520, turn: -8 }, galleon) : '')
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(30)
  const { x, y, size, wide } = frame(box)
  const rain = Array.from({ length: wide ? 200 : 120 }, () => {
    const [rx, ry, l] = [x(random()), y(random()), size * between(random, 0.03, 0.09)]
    return stroke(`M${rx.toFixed(1)} ${ry.toFixed(1)}l${(-l * 0.4).toFixed(1)} ${l.toFixed(1)}`, '#d6ecff', between(random, 0.5, 1.5), `opacity="${between(random, 0.1, 0.45).toFixed(2)}"`)
  }).join('')
  return waves(drawing, box, 0.9, 0.1, 19, ['#4fd0b4', '#128a86', '#04263a']) + rain
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    glow(drawing, at.x, at.y - s * 30, s * 150, s * 140, '#fff29a', 0.5) +
    drawing.place({ x: at.x, y: at.y - s * 44, scale: s * 1.3, turn: 6 }, bolt) +
    drawing.place({ x: at.x, y: at.y + s * 2, scale: s * 1.14 }, kraken)
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Salt &', face: 'gothic', size: 142, tracking: 4, x: 0, y: -34 },
      { text: 'Thunder', face: 'gothic', size: 182, tracking: 2, x: 0, y: 116, arch: 6 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.42, '#fffbd0'],
        [0.55, '#ffe04a'],
        [0.75, '#ffb01a'],
        [1, '#fff29a'],
      ],
      side: '#123a6a',
      outline: '#030a1c',
      edge: '#ffffff',
      edgeWidth: 3,
      glow: '#5ab8ff',
      relief: { round: 2.2 },
    },
  )
}

/** Salt & Thunder: the kraken wakes in a storm, and lightning that stays. */
export const SALT_AND_THUNDER: Theme = {
  slug: 'salt-and-thunder',
  accent: '#ffe04a',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: kraken,
  lettering,
}
