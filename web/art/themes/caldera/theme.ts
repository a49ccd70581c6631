import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { cardLetter, ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { GOLD, type Tones, relief, solid } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, glow, hills, mist, ridge, sparks, stars } from '../../kit/scenery'
import { polygon, smooth } from '../../kit/shapes'
import type { SymbolArt, Theme } from '../../kit/theme'
import { BASALT, EMBER, JADE, LAVA, drum, flame, geode, idol, salamander, torch, volcano } from './fire'

const AMBER: Tones = { shine: '#fff6cf', light: '#ffd860', base: '#f5a81c', shade: '#b4640a', deep: '#5a2c04' }
const ORCHID: Tones = { shine: '#ffeaff', light: '#f09aff', base: '#c03ad8', shade: '#741a94', deep: '#360a50' }

/** A letter of enamel on a slab of basalt, with lava in its cracks. */
function letter(text: string, tones: Tones): SymbolArt {
  const slab = polygon([[-62, -88], [58, -92], [92, -50], [88, 52], [54, 90], [-56, 88], [-92, 44], [-90, -48]])
  const cracks = 'M-90 -20L-58 -34L-46 -62L-52 -88M92 20L62 34L56 58L70 76M-70 66L-48 50L-34 62L-28 88M44 -90L56 -62L88 -44'
  return (drawing) =>
    cardLetter(
      drawing,
      text,
      'block',
      text === 'Q' ? 142 : 156,
      tones,
      GOLD,
      relief(drawing, { round: 5, height: 10, gloss: 0.5, shadow: 7, rim: '#ff8a4a', rimOpacity: 0.7 }, path(slab, solid(drawing, BASALT, 70))) +
        `<g clip-path="${drawing.clip(slab)}">${stroke(cracks, '#ff5a14', 9, 'opacity="0.45"')}${stroke(cracks, '#ffb03a', 4)}${stroke(cracks, '#fff2b0', 1.4)}</g>`,
    )
}

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  idol: (drawing) => drawing.place({ x: 0, y: -6, scale: 0.92 }, idol) + ribbon(drawing, 'SCATTER', 64, JADE, 'roman', 158),
  volcano: (drawing) => drawing.place({ x: 0, y: 8, scale: 0.9 }, volcano) + ribbon(drawing, 'WILD', 64, EMBER, 'roman', 146),
  salamander,
  geode,
  torch: (drawing) => drawing.place({ x: -4, y: -4, scale: 0.99 }, torch),
  drum,
  a: letter('A', EMBER),
  k: letter('K', JADE),
  q: letter('Q', ORCHID),
  j: letter('J', AMBER),
}

/** The great cone on the horizon, its lava and its glow. */
function mountain(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const at = { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.3 : 0.24), foot: y(0.86) }
  const half = size * (wide ? 0.62 : 0.72)
  const mouth = size * 0.11
  const cone = `M${at.x - half} ${at.foot}C${at.x - half * 0.55} ${at.foot - size * 0.16} ${at.x - mouth * 1.5} ${at.y + size * 0.1} ${at.x - mouth} ${at.y}Q${at.x} ${at.y + mouth * 0.4} ${at.x + mouth} ${at.y}C${at.x + mouth * 1.5} ${at.y + size * 0.1} ${at.x + half * 0.55} ${at.foot - size * 0.16} ${at.x + half} ${at.foot}Z`
  const stream = (side: number, reach: number, width: number): string => {
    const points = [[0.25, 0.02], [0.5, 0.2], [0.9, 0.36], [1.1, 0.6], [1.9, 0.9]] as const
    const d = points.map(([dx, t], i) => `${i === 0 ? 'M' : 'L'}${at.x + side * dx * mouth * reach} ${at.y + (at.foot - at.y) * t}`).join('')
    return stroke(d, '#ff4a0a', width * 2.2, 'opacity="0.5"') + stroke(d, '#ff8a1c', width) + stroke(d, '#ffe48a', width * 0.4)
  }
  return (
    glow(drawing, at.x, at.y, size * 0.9, size * 0.7, '#ff6a2a', 0.95) +
    beams(drawing, seeded(4), at.x, at.y, size * 0.85, wide ? 20 : 16, '#ffb86a', 0.4) +
    drawing.place({ x: at.x, y: at.y + size * 0.03, scale: size / 560 }, (d) => flame(d, 190, 46)) +
    path(cone, drawing.linear([[0, '#7a2a44'], [0.3, '#4a1c40'], [1, '#1c0e30']])) +
    path(`M${at.x + mouth} ${at.y}C${at.x + mouth * 1.5} ${at.y + size * 0.1} ${at.x + half * 0.55} ${at.foot - size * 0.16} ${at.x + half} ${at.foot}H${at.x + half * 0.3}C${at.x + half * 0.2} ${at.foot - size * 0.2} ${at.x + mouth * 0.9} ${at.y + size * 0.14} ${at.x + mouth} ${at.y}Z`, '#12081f', 'opacity="0.45"') +
    stream(-1, 1, size * 0.016) + stream(1, 0.8, size * 0.013) + stream(-1, 0.2, size * 0.018) + stream(1, 1.7, size * 0.009)
  )
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const sky: Box = { x: x(0), y: y(0), width: box.width, height: box.height * 0.5 }
  return (
    backdrop(drawing, box, [[0, '#08233c'], [0.3, '#2a1a58'], [0.58, '#a02a5a'], [0.8, '#ff7a3a'], [1, '#4a1428']]) +
    stars(seeded(8), sky, wide ? 130 : 80, '#d8f4ff') +
    mist(drawing, seeded(3), { x: x(0), y: y(0.04), width: box.width, height: box.height * 0.3 }, ['#12a89a', '#3a5ad8', '#c02a8a'], 9, 0.34) +
    path(ridge(seeded(14), x(-0.05), x(1.05), y(0.78), size * 0.22, y(1.05), wide ? 9 : 5), drawing.linear([[0, '#7a2450'], [1, '#2c1038']])) +
    mountain(drawing, box)
  )
}

/** A palm of the jungle at the foot, dark against the fire. */
function palm(drawing: Drawing): string {
  const leaf = (turn: number, length: number): string =>
    drawing.place({ x: 0, y: -96, turn }, (d) =>
      path(smooth([[0, 0], [length * 0.4, -22], [length * 0.8, -12], [length, 16], [length * 0.7, 4], [length * 0.36, 0]]), d.linear([[0, '#1f8a78'], [1, '#0a3448']], 30)))
  return (
    path('M-7 0C-2 -30 -10 -64 -4 -98L5 -98C2 -64 12 -30 9 0Z', drawing.linear([[0, '#5a2440'], [1, '#1c0c28']], 0)) +
    [-8, 24, 56, 124, 158, 188].map((turn, i) => leaf(turn, 70 + (i % 2) * 12)).join('') +
    leaf(-40, 66) + leaf(220, 66) + circle(-5, -92, 8, '#c8442a') + circle(7, -90, 7, '#8a2430')
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const palms = (wide ? [[0.03, 1.2], [0.12, 0.9], [0.21, 1.05], [0.33, 0.66], [0.92, 0.9], [0.985, 1.25]] : [[0.04, 0.9], [0.15, 0.7], [0.86, 0.74], [0.97, 1]])
    .map(([px = 0, scale = 1], i) => drawing.place({ x: x(px), y: y(0.87), scale: (size / 340) * scale, turn: (px - 0.5) * 16, flip: i % 2 === 0 }, palm))
    .join('')
  const lake = `M${x(-0.05)} ${y(0.9)}Q${x(0.5)} ${y(0.85)} ${x(1.05)} ${y(0.9)}V${y(1.06)}H${x(-0.05)}Z`
  return (
    path(hills(seeded(17), x(-0.05), x(1.05), y(0.88), size * 0.07, y(1.06), wide ? 8 : 4), drawing.linear([[0, '#124a54'], [1, '#0c1c34']])) +
    palms +
    path(lake, drawing.linear([[0, '#ffd24a'], [0.3, '#ff7a1c'], [1, '#8a140c']])) +
    Array.from({ length: wide ? 14 : 8 }, (_, i) => stroke(`M${x((i + 0.2) / (wide ? 14 : 8))} ${y(0.925 + (i % 4) * 0.022)}q${size * 0.03} ${-size * 0.012} ${size * 0.07} 0`, '#fff2b0', size * 0.005, 'opacity="0.7"')).join('')
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(23)
  const { x, y, size, wide } = frame(box)
  const rocks = Array.from({ length: wide ? 11 : 7 }, (_, i) => {
    const [cx, r] = [x((i + 0.3) / (wide ? 10.4 : 6.4)), size * between(random, 0.05, 0.1)]
    const top = y(1.01) - r * between(random, 0.3, 0.9)
    return path(`M${cx - r} ${y(1.05)}L${cx - r * 1.1} ${top + r * 0.7}L${cx - r * 0.5} ${top + r * 0.1}L${cx + r * 0.5} ${top}L${cx + r * 1.2} ${top + r * 0.6}L${cx + r * 1.4} ${y(1.05)}Z`, drawing.linear([[0, '#5a4468'], [0.4, '#2c1c3c'], [1, '#0c0616']])) + stroke(`M${cx - r * 0.5} ${top + r * 0.9}L${cx - r * 0.1} ${top + r * 0.6}L${cx + r * 0.2} ${top + r * 1.1}`, '#ff7a2a', size * 0.005)
  }).join('')
  return sparks(drawing, seeded(31), { x: x(0), y: y(0.05), width: box.width, height: box.height * 0.85 }, wide ? 46 : 30, '#ff8a2a', size * 0.0042) + rocks
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    glow(drawing, at.x, at.y, s * 170, s * 150, '#ffb04a', 0.55) +
    drawing.place({ x: at.x - s * 104, y: at.y + s * 22, scale: s * 0.72, turn: -26 }, torch) +
    drawing.place({ x: at.x + s * 104, y: at.y + s * 22, scale: s * 0.72, turn: 26, flip: true }, torch) +
    drawing.place({ x: at.x, y: at.y + s * 10, scale: s * 0.94 }, idol)
  )
}

function lettering(drawing: Drawing): string {
  return title(drawing, [{ text: 'CALDERA', face: 'block', size: 104, tracking: 0, x: 0, y: 40, arch: 22, swell: 0.1 }], {
    fill: [[0, '#fffdf0'], [0.35, '#ffe27a'], [0.55, '#ff9a2a'], [0.75, '#f0401a'], [1, '#ffb04a']],
    side: '#7a0c1a',
    outline: '#1c0620',
    edge: '#fff6c4',
    edgeWidth: 3,
    glow: '#ff6a2a',
  })
}

/** Caldera: an idol of jade before a mountain whose fires belong to three pots. */
export const CALDERA: Theme = {
  slug: 'caldera',
  accent: LAVA.base,
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: idol,
  lettering,
}
