import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { cardLetter, ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { GOLD, type Tones, metal, relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, glow, hills } from '../../kit/scenery'
import { smooth } from '../../kit/shapes'
import type { SymbolArt, Theme } from '../../kit/theme'
import { CORAL, coralBranch, crown, groundShell, king, pearl, queen, seahorse, shell } from './court'

const LAGOON: Tones = { shine: '#e6fffb', light: '#7ff0e0', base: '#18b8b8', shade: '#0a7088', deep: '#063850' }
const GRAPE: Tones = { shine: '#fbeaff', light: '#d8a0ff', base: '#9a48e0', shade: '#5c2298', deep: '#2c0c50' }
const SUN: Tones = { shine: '#fffbe0', light: '#ffe07a', base: '#f8b02a', shade: '#b06a10', deep: '#583004' }
const SILK: Tones = { shine: '#e0f4ff', light: '#6ab0ff', base: '#2a62d8', shade: '#163a94', deep: '#081c50' }

/** A picture on a shield of mother-of-pearl. */
function shield(art: SymbolArt, sea: string, scale: number, dy = 4): SymbolArt {
  return (drawing) => {
    const outline = 'M-86 -78Q0 -104 86 -78C98 -10 74 64 0 100C-74 64 -98 -10 -86 -78Z'
    const inner = 'M-76 -69Q0 -92 76 -69C87 -8 66 58 0 88C-66 58 -87 -8 -76 -69Z'
    return (
      relief(drawing, { round: 4, height: 10, gloss: 1.1, shadow: 7, rim: '#fff6cf', rimWidth: 3 }, path(outline, metal(drawing, GOLD, 60))) +
      path(inner, drawing.radial([[0, sea], [0.75, '#12306a'], [1, '#081640']], 0.5, 0.3, 0.7)) +
      `<g clip-path="${drawing.clip(inner)}">${stroke('M-90 40Q-60 26 -30 40T30 40T90 40M-90 58Q-60 44 -30 58T30 58T90 58', '#ffffff', 3, 'opacity="0.16"')}${drawing.place({ x: 0, y: dy, scale }, art)}</g>`
    )
  }
}

function letter(text: string, tones: Tones): SymbolArt {
  // The tail of the Q reaches far to the right: set smaller and to the left, it stays within its cell.
  const [size, shift] = text === 'Q' ? [116, -16] : [128, 0]
  return (drawing) =>
    relief(drawing, { round: 5, height: 9, gloss: 0.9, shadow: 6, rim: '#ffffff' }, path(smooth([[0, -94], [62, -70], [94, -8], [72, 62], [0, 92], [-72, 62], [-94, -8], [-62, -70]]), drawing.radial([[0, tones.base], [0.8, tones.shade], [1, tones.deep]], 0.4, 0.3))) +
    ([[-58, 50, 8], [62, 40, 6], [54, -62, 7]] as const).map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#ffffff" stroke-width="2" opacity="0.6"/>`).join('') +
    drawing.place({ x: shift, y: 0 }, (d) => cardLetter(d, text, 'roman', size, tones, GOLD))
}

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  pearl: (drawing) => drawing.place({ x: 0, y: -4, scale: 0.96 }, pearl) + ribbon(drawing, 'SCATTER', 62, SILK, 'roman', 158),
  crown: (drawing) => circle(0, 0, 102, drawing.radial([[0, '#ffd98a', 0.85], [0.6, '#ff8a5a', 0.35], [1, '#ff5a6a', 0]])) + drawing.place({ x: 0, y: 34, scale: 1.2 }, crown) + ribbon(drawing, 'WILD', 62, CORAL, 'roman', 146),
  king: shield(king, '#ff9c7a', 0.82, 10),
  queen: shield(queen, '#7ad8ff', 0.82, 10),
  seahorse: shield(seahorse, '#3ac8d8', 0.78),
  shell: shield(shell, '#8a6af0', 0.76, -4),
  a: letter('A', CORAL),
  k: letter('K', LAGOON),
  q: letter('Q', GRAPE),
  j: letter('J', SUN),
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const random = seeded(5)
  const tower = (px: number, width: number, height: number, tones: readonly [string, string]): string => {
    const [cx, w, top] = [x(px), size * width, y(0.8) - size * height]
    return (
      path(`M${cx - w / 2} ${y(0.85)}V${top}H${cx + w / 2}V${y(0.85)}Z`, drawing.linear([[0, tones[0]], [1, tones[1]]], 60)) +
      path(`M${cx - w * 0.66} ${top}Q${cx - w * 0.5} ${top - w * 0.9} ${cx} ${top - w * 1.7}Q${cx + w * 0.5} ${top - w * 0.9} ${cx + w * 0.66} ${top}Z`, drawing.linear([[0, '#ffd0dc'], [1, tones[0]]])) +
      [0.25, 0.5, 0.75].map((t) => ellipse(cx, top + (y(0.8) - top) * t, w * 0.13, w * 0.22, '#fff3b8', 'opacity="0.9"')).join('')
    )
  }
  const towers = (wide ? [0.34, 0.42, 0.5, 0.9, 0.98] : [0.06, 0.2, 0.8, 0.94]).map((px, i) => tower(px, wide ? 0.07 : 0.09, between(random, 0.28, 0.5) - (i % 2) * 0.06, ['#8a9af0', '#2a4aa8'])).join('')
  return (
    backdrop(drawing, box, [
      [0, '#8ff4ff'],
      [0.22, '#2fb4e8'],
      [0.6, '#1c58c0'],
      [1, '#0c1f66'],
    ]) +
    beams(drawing, seeded(2), x(wide ? 0.66 : 0.5), y(-0.1), size * 1.5, wide ? 22 : 16, '#e8fdff', 0.5) +
    glow(drawing, x(wide ? 0.7 : 0.5), y(0.4), size * 0.7, size * 0.6, '#8ff4ff', 0.55) +
    towers
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const reef = (wide ? [0.03, 0.13, 0.27, 0.9, 0.98] : [0.04, 0.2, 0.8, 0.96])
    .map((px, i) => drawing.place({ x: x(px), y: y(0.8), scale: (size / 420) * (0.8 + (i % 3) * 0.22), turn: (px - 0.5) * 20, flip: i % 2 === 0 }, (d) => coralBranch(d, [CORAL, GRAPE, SUN][i % 3])))
    .join('')
  return path(hills(seeded(7), x(-0.05), x(1.05), y(0.82), size * 0.06, y(1.06), wide ? 8 : 4), drawing.linear([[0, '#6a7ae8'], [1, '#1c1f6a']])) + reef
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(41)
  const { x, y, size, wide } = frame(box)
  const bubbles = Array.from({ length: wide ? 60 : 38 }, () => {
    const r = size * between(random, 0.004, 0.022)
    const [bx, by] = [x(random()), y(random())]
    return circle(bx, by, r, drawing.radial([[0, '#ffffff', 0.1], [0.8, '#bff6ff', 0.25], [1, '#ffffff', 0.8]])) + circle(bx - r * 0.3, by - r * 0.35, r * 0.22, '#ffffff', 'opacity="0.9"')
  }).join('')
  return (
    path(hills(seeded(9), x(-0.05), x(1.05), y(0.95), size * 0.05, y(1.06), wide ? 8 : 4), drawing.linear([[0, '#ffe0b0'], [0.4, '#d8a078'], [1, '#5a3a6a']])) +
    drawing.place({ x: x(wide ? 0.05 : 0.06), y: y(0.88), scale: size / 520 }, (d) => coralBranch(d, GRAPE)) +
    drawing.place({ x: x(0.95), y: y(0.88), scale: size / 500, flip: true }, (d) => coralBranch(d)) +
    drawing.place({ x: x(wide ? 0.14 : 0.2), y: y(0.955), scale: size / 1500, turn: -8 }, groundShell) +
    bubbles
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    drawing.place({ x: at.x + s * 84, y: at.y - s * 40, scale: s * 0.56, turn: 10 }, seahorse) +
    drawing.place({ x: at.x - s * 84, y: at.y - s * 40, scale: s * 0.56, turn: -10, flip: true }, seahorse) +
    drawing.place({ x: at.x, y: at.y + s * 12, scale: s * 1.12 }, king)
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'TIDAL', face: 'regal', size: 116, tracking: 2, x: 0, y: -4, arch: 14 },
      { text: 'KINGS', face: 'regal', size: 136, tracking: 2, x: 0, y: 118 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.4, '#fff0d8'],
        [0.55, '#ffa07a'],
        [0.75, '#f05a66'],
        [1, '#ffc89a'],
      ],
      side: '#7a1450',
      outline: '#180a40',
      edge: '#fff3c9',
      edgeWidth: 3,
      glow: '#8ff4ff',
    },
  )
}

/** Tidal Kings: the court under the sea, for sale to those who may buy. */
export const TIDAL_KINGS: Theme = {
  slug: 'tidal-kings',
  accent: '#f05a7a',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: king,
  lettering,
}
