import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { cardLetter, ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { GOLD, type Tones } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, glow, mist, sparks, stars } from '../../kit/scenery'
import type { SymbolArt, Theme } from '../../kit/theme'
import { STRIPE, cat, glassLamp, moon, nightTile, owlClock, potion, stall, teapot } from './wares'

const ROSE: Tones = { shine: '#ffeaf0', light: '#ff9ab4', base: '#f04a7a', shade: '#a01f52', deep: '#4c0a28' }
const MINT: Tones = { shine: '#eafff6', light: '#9af0d0', base: '#2fc8a0', shade: '#127a6a', deep: '#063c38' }
const LILAC: Tones = { shine: '#f8f0ff', light: '#d0b4ff', base: '#9a6af0', shade: '#5a34a8', deep: '#2a1458' }
const AMBER: Tones = { shine: '#fff8e0', light: '#ffd88a', base: '#f5a83a', shade: '#a8661a', deep: '#502c06' }
const PLUM: Tones = { shine: '#f4e0ff', light: '#a06ae8', base: '#5a2ab0', shade: '#34146e', deep: '#180636' }

function letter(text: string, tones: Tones): SymbolArt {
  return (drawing) => cardLetter(drawing, text, 'brush', 140, tones, GOLD, nightTile(drawing))
}

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  moon: (drawing) => moon(drawing) + ribbon(drawing, 'SCATTER', 62, PLUM, 'roman', 158),
  cat: (drawing) => circle(0, 0, 100, drawing.radial([[0, '#8a6aff', 0.9], [0.7, '#3a1c8a', 0.5], [1, '#2a0f6a', 0]])) + drawing.place({ x: 0, y: -14, scale: 0.88 }, cat) + ribbon(drawing, 'WILD', 64, AMBER, 'brush', 150),
  stall,
  teapot,
  owl_clock: owlClock,
  potion,
  lamp: glassLamp,
  a: letter('A', ROSE),
  k: letter('K', MINT),
  q: letter('Q', LILAC),
  j: letter('J', AMBER),
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const at = { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.38 : 0.3), r: size * (wide ? 0.36 : 0.4) }
  const roofs = Array.from({ length: wide ? 13 : 7 }, (_, i) => {
    const random = seeded(40 + i)
    const w = (x(1.1) - x(-0.1)) / (wide ? 12 : 6)
    const [cx, h] = [x(-0.06) + i * w, size * between(random, 0.22, 0.42)]
    const [top, floor] = [y(0.78) - h, y(0.9)]
    return (
      path(`M${cx - w * 0.4} ${floor}V${top}H${cx + w * 0.4}V${floor}Z`, drawing.linear([[0, '#4a2a94'], [1, '#1c0f4a']])) +
      path(`M${cx - w * 0.56} ${top}C${cx - w * 0.3} ${top - w * 0.1} ${cx - w * 0.1} ${top - w * 0.4} ${cx} ${top - w * 0.62}C${cx + w * 0.1} ${top - w * 0.4} ${cx + w * 0.3} ${top - w * 0.1} ${cx + w * 0.56} ${top}Z`, drawing.linear([[0, '#7a4ad0'], [1, '#34186e']])) +
      [0.25, 0.55].map((t, row) => [-0.2, 0.14].map((dx) => path(`M${cx + w * dx} ${top + h * t}h${w * 0.12}v${w * 0.17}h${-w * 0.12}Z`, '#ffd27a', `opacity="${(i + row) % 3 === 0 ? 0.35 : 0.95}"`)).join('')).join('')
    )
  }).join('')
  return (
    backdrop(drawing, box, [
      [0, '#0c0630'],
      [0.45, '#3a1a86'],
      [0.75, '#a84ab0'],
      [1, '#2a0f5a'],
    ]) +
    stars(seeded(2), { ...box, height: box.height * 0.6 }, Math.round((box.width * box.height) / 3200), '#fff3d8') +
    glow(drawing, at.x, at.y, at.r * 1.9, at.r * 1.9, '#ffd98a', 0.75) +
    circle(at.x, at.y, at.r, drawing.radial([[0, '#fffdf0'], [0.6, '#ffeab0'], [1, '#f0b85a']], 0.4, 0.35)) +
    mist(drawing, seeded(5), { ...box, y: y(0.35), height: box.height * 0.4 }, ['#ff7ab8', '#8a6aff', '#ffb84a'], 7, 0.2) +
    roofs
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const stalls = (wide ? [0.06, 0.24, 0.42, 0.94] : [0.08, 0.92]).map((px, i) => drawing.place({ x: x(px), y: y(0.76), scale: size / (wide ? 540 : 520), flip: i % 2 === 1 }, stall)).join('')
  return path(`M${x(-0.05)} ${y(0.84)}Q${x(0.5)} ${y(0.79)} ${x(1.05)} ${y(0.84)}V${y(1.1)}H${x(-0.05)}Z`, drawing.linear([[0, '#6a3a9c'], [1, '#1a0a3c']])) + stalls
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(12)
  const { x, y, size, wide } = frame(box)
  const string = (from: number, to: number, sag: number): string => {
    const point = (t: number): readonly [number, number] => [x(from) + (x(to) - x(from)) * t, y(0.02) + Math.sin(t * Math.PI) * size * sag]
    const flags = Array.from({ length: 9 }, (_, i) => {
      const [px, py] = point((i + 0.5) / 9)
      const s = size * 0.026
      return i % 2 === 0 ? path(`M${px - s} ${py}H${px + s}L${px} ${py + s * 2}Z`, STRIPE[(i / 2) % 2] ?? '') : glow(drawing, px, py + s, s * 2.6, s * 2.6, '#ffd27a', 0.9) + circle(px, py + s, s * 0.55, '#fff3c4')
    }).join('')
    const [a, m, b] = [point(0), point(0.5), point(1)]
    return stroke(`M${a[0]} ${a[1]}Q${m[0]} ${m[1] + size * sag} ${b[0]} ${b[1]}`, '#1a0a3c', size * 0.005) + flags
  }
  return (
    (wide ? string(-0.02, 0.34, 0.1) + string(0.34, 0.66, 0.08) + string(0.66, 1.02, 0.1) : string(-0.05, 0.5, 0.09) + string(0.5, 1.05, 0.09)) +
    drawing.place({ x: x(wide ? 0.04 : 0.05), y: y(0.9), scale: size / 720 }, glassLamp) +
    drawing.place({ x: x(0.95), y: y(0.91), scale: size / 760, turn: 4 }, teapot) +
    sparks(drawing, random, { ...box, y: y(0.2), height: box.height * 0.75 }, wide ? 40 : 26, '#ffe08a', size / 380)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  return drawing.place({ x: at.x, y: at.y + at.scale * 10, scale: at.scale * 1.14 }, cat)
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Moon', face: 'chunky', size: 150, tracking: 4, x: 0, y: -8, arch: 16 },
      { text: 'Market', face: 'chunky', size: 150, tracking: 3, x: 0, y: 116 },
    ],
    {
      fill: [
        [0, '#fffef4'],
        [0.45, '#ffe9a8'],
        [0.56, '#ffb84a'],
        [1, '#ff7a8a'],
      ],
      side: '#5a1f8a',
      outline: '#1a0838',
      edge: '#ffffff',
      edgeWidth: 3,
      glow: '#b87aff',
      sideDepth: 11,
    },
  )
}

/** Moon Market: a merchant who sells what nobody has seen yet. */
export const MOON_MARKET: Theme = {
  slug: 'moon-market',
  accent: '#a86aff',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: cat,
  lettering,
}
