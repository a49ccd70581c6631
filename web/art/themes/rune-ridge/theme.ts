import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { ribbon } from '../../kit/insignia'
import { title } from '../../kit/lettering'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, curtain, glow, hills, ridge, sparks, stars } from '../../kit/scenery'
import type { SymbolArt, Theme } from '../../kit/theme'
import { ICE, SAIL, axe, helm, horn, keeper, longship, raven, rune, shield } from './relics'

const SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  horn: (drawing) => drawing.place({ x: 0, y: -10, scale: 0.94 }, horn) + ribbon(drawing, 'SCATTER', 64, SAIL, 'roman', 158),
  raven: (drawing) => drawing.place({ x: 0, y: -12, scale: 0.96 }, raven) + ribbon(drawing, 'WILD', 62, ICE, 'roman', 146),
  longship,
  helm,
  axe,
  shield,
  rune_sun: rune('sun', '#ffd24a', [[-62, -84], [30, -94], [76, -40], [70, 50], [40, 92], [-48, 88], [-78, 20]]),
  rune_oak: rune('oak', '#7aff8a', [[-50, -92], [44, -86], [72, -20], [60, 80], [-20, 94], [-70, 62], [-74, -30]]),
  rune_wave: rune('wave', '#4ac4ff', [[-40, -90], [52, -88], [80, 0], [54, 88], [-54, 88], [-78, 10]]),
  rune_ice: rune('ice', '#c8a0ff', [[-66, -70], [0, -96], [66, -66], [70, 60], [10, 94], [-64, 76]]),
  rune_star: rune('star', '#ff8ab4', [[-58, -82], [40, -92], [78, -10], [46, 84], [-40, 92], [-74, 30]]),
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const light = (from: number, to: number, hem: number, phase: number, colors: readonly [string, string, string]): string =>
    curtain(drawing, seeded(phase + 3), { from: x(from), to: x(to), hem: y(hem), swing: size * 0.06, rays: size * 0.44, colors, phase })
  return (
    backdrop(drawing, box, [
      [0, '#040a24'],
      [0.4, '#0c2a5a'],
      [0.7, '#2a6a94'],
      [1, '#8ad0dc'],
    ]) +
    stars(seeded(21), { ...box, height: box.height * 0.6 }, wide ? 160 : 110) +
    light(-0.05, 0.62, 0.42, 1, ['#7affc8', '#2ae0a0', '#3a6aff']) +
    light(0.42, 1.05, 0.5, 4, ['#b8ffe0', '#4ad0ff', '#a06aff']) +
    path(ridge(seeded(5), x(-0.05), x(1.05), y(0.72), size * 0.42, y(1.05), wide ? 6 : 4), drawing.linear([[0, '#dcecf8'], [0.3, '#7a9cc4'], [1, '#1c3a68']])) +
    path(ridge(seeded(9), x(-0.05), x(1.05), y(0.86), size * 0.3, y(1.05), wide ? 8 : 5), drawing.linear([[0, '#a8c8e4'], [0.35, '#3a6494'], [1, '#10264a']]))
  )
}

function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const stones: readonly (readonly [number, number, SymbolArt | undefined])[] = wide
    ? [[0.05, 0.9, SYMBOLS.rune_wave], [0.16, 0.66, SYMBOLS.rune_oak], [0.3, 0.5, SYMBOLS.rune_star], [0.9, 0.7, SYMBOLS.rune_sun]]
    : [[0.1, 0.8, SYMBOLS.rune_oak], [0.92, 0.8, SYMBOLS.rune_sun]]
  return (
    path(hills(seeded(12), x(-0.05), x(1.05), y(0.84), size * 0.07, y(1.06), wide ? 7 : 4), drawing.linear([[0, '#f4fbff'], [0.5, '#a8cce4'], [1, '#3a6a98']])) +
    stones.map(([px, s, art], i) => (art === undefined ? '' : drawing.place({ x: x(px), y: y(0.74 + (i % 2) * 0.03), scale: (size / 420) * s, turn: i % 2 === 0 ? -5 : 6 }, art))).join('')
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(31)
  const { x, y, size, wide } = frame(box)
  const flakes = Array.from({ length: wide ? 70 : 44 }, () => circle(x(random()), y(random()), size * between(random, 0.0015, 0.006), '#ffffff', 'opacity="0.85"')).join('')
  const pine = (px: number, s: number): string =>
    drawing.place({ x: x(px), y: y(0.98), scale: (size / 300) * s }, (d) => stroke('M0 20V-20', '#20120c', 12) + [0, 1, 2, 3].map((i) => path(`M0 ${-130 + i * 26}L${-26 - i * 13} ${-66 + i * 26}H${26 + i * 13}Z`, d.linear([[0, '#eef8ff'], [0.4, '#2a6a6a'], [1, '#0c2c3c']]))).join(''))
  return (wide ? pine(0.02, 1) + pine(0.11, 0.7) + pine(0.93, 0.9) + pine(0.99, 1.1) : pine(0.02, 0.9) + pine(0.98, 1)) + flakes + sparks(drawing, random, { ...box, y: y(0.3), height: box.height * 0.6 }, wide ? 26 : 16, '#9affe0', size / 380)
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const s = at.scale
  return (
    glow(drawing, at.x, at.y, s * 130, s * 120, '#7affd8', 0.6) +
    drawing.place({ x: at.x - s * 62, y: at.y + s * 46, scale: s * 0.56, turn: -10 }, SYMBOLS.rune_wave ?? raven) +
    drawing.place({ x: at.x + s * 64, y: at.y + s * 48, scale: s * 0.56, turn: 9 }, SYMBOLS.rune_sun ?? raven) +
    drawing.place({ x: at.x, y: at.y + s * 8, scale: s * 1.04 }, longship) +
    drawing.place({ x: at.x + s * 42, y: at.y - s * 84, scale: s * 0.42, turn: 12 }, raven)
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Rune', face: 'gothic', size: 168, tracking: 6, x: 0, y: -4, arch: 12 },
      { text: 'Ridge', face: 'gothic', size: 168, tracking: 6, x: 0, y: 122 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.45, '#dff4ff'],
        [0.56, '#7ac4f0'],
        [0.8, '#2a78b8'],
        [1, '#c8fff0'],
      ],
      side: '#123a68',
      outline: '#061228',
      edge: '#f0fbff',
      edgeWidth: 3,
      glow: '#5affc8',
      relief: { round: 2.4 },
    },
  )
}

/** Rune Ridge: reels that rise and fall like mountains under the northern lights. */
export const RUNE_RIDGE: Theme = {
  slug: 'rune-ridge',
  accent: '#4ac4e0',
  symbols: SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: keeper,
  lettering,
}
