import { type Drawing, circle, path } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { title } from '../../kit/lettering'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, glow, hills, sparks } from '../../kit/scenery'
import { polygon } from '../../kit/shapes'
import type { Theme } from '../../kit/theme'
import { badge, bandit, cactus } from './outlaws'
import { COPPER_CANYON_SYMBOLS } from './symbols'

/** A table mountain with layers of rock. */
function mesa(drawing: Drawing, x: number, top: number, width: number, floor: number, tones: readonly [string, string, string]): string {
  const random = seeded(Math.round(x + width))
  const steps = 7
  const side = (s: number): (readonly [number, number])[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const t = i / steps
      return [x + s * width * (0.5 + 0.16 * t * t) + between(random, -0.02, 0.02) * width, top + (floor - top) * t] as const
    })
  const outline = [...side(-1), ...side(1).toReversed()]
  const height = floor - top
  const layers = [0.16, 0.34, 0.55, 0.76]
    .map((t, i) => path(polygon([[x - width, top + height * t], [x + width, top + height * (t + 0.012)], [x + width, top + height * (t + 0.07)], [x - width, top + height * (t + 0.05)]]), i % 2 === 0 ? tones[0] : tones[2], 'opacity="0.3"'))
    .join('')
  const shape = polygon(outline)
  return path(shape, drawing.linear([[0, tones[0]], [0.5, tones[1]], [1, tones[2]]], 60)) + `<g clip-path="${drawing.clip(shape)}">${layers}${path(polygon([[x + width * 0.1, top], [x + width, top], [x + width, floor], [x + width * 0.24, floor]]), tones[2], 'opacity="0.55"')}</g>`
}

function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const sun = { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.5 : 0.42), r: size * (wide ? 0.44 : 0.47) }
  return (
    backdrop(drawing, box, [
      [0, '#2b0f4a'],
      [0.26, '#8a1f5c'],
      [0.46, '#f0553c'],
      [0.64, '#ffb04a'],
      [1, '#ffe39a'],
    ]) +
    beams(drawing, seeded(5), sun.x, sun.y, size * 1.5, wide ? 18 : 14, '#ffd98a', 0.3) +
    glow(drawing, sun.x, sun.y, sun.r * 2.1, sun.r * 2, '#ff8a3c', 0.9) +
    circle(sun.x, sun.y, sun.r, drawing.linear([[0, '#fff6c4'], [0.55, '#ffd05a'], [1, '#ff7a3c']])) +
    mesa(drawing, x(0.1), y(wide ? 0.42 : 0.46), size * (wide ? 0.34 : 0.3), y(0.86), ['#d97a6a', '#9c4260', '#5a2456']) +
    mesa(drawing, x(0.92), y(wide ? 0.34 : 0.4), size * (wide ? 0.4 : 0.32), y(0.86), ['#d97a6a', '#9c4260', '#5a2456']) +
    (wide ? mesa(drawing, x(0.42), y(0.58), size * 0.3, y(0.86), ['#cf6c66', '#8f3c60', '#5a2456']) : '')
  )
}

function middle(drawing: Drawing, box: Box): string {
  const random = seeded(11)
  const { x, y, size, wide } = frame(box)
  return (
    mesa(drawing, x(-0.04), y(wide ? 0.46 : 0.54), size * 0.36, y(0.98), ['#ff9a5a', '#c9502e', '#6d1e22']) +
    mesa(drawing, x(1.05), y(wide ? 0.5 : 0.52), size * 0.38, y(0.98), ['#ff9a5a', '#c9502e', '#6d1e22']) +
    path(hills(random, x(-0.05), x(1.05), y(0.8), size * 0.05, y(1.05), wide ? 8 : 4), drawing.linear([[0, '#f2944a'], [0.4, '#b5482a'], [1, '#54161a']]))
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(17)
  const { x, y, size, wide } = frame(box)
  const plants: readonly (readonly [number, number, number])[] = wide
    ? [[0.05, 0.84, 0.36], [0.16, 0.92, 0.2], [0.955, 0.86, 0.32], [0.86, 0.95, 0.16]]
    : [[0.08, 0.84, 0.34], [0.94, 0.86, 0.3], [0.24, 0.94, 0.14], [0.82, 0.95, 0.13]]
  return (
    path(hills(random, x(-0.05), x(1.05), y(0.95), size * 0.05, y(1.06), wide ? 7 : 4), drawing.linear([[0, '#7a2a1c'], [1, '#2a0a10']])) +
    plants.map(([px, py, scale]) => drawing.place({ x: x(px), y: y(py), scale: (size * scale) / 200 }, cactus)).join('') +
    sparks(drawing, random, { ...box, y: y(0.35), height: box.height * 0.6 }, wide ? 40 : 26, '#ffd98a', size / 380)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  return (
    glow(drawing, at.x, at.y, at.scale * 170, at.scale * 160, '#ffe08a', 0.6) +
    drawing.place({ ...at, scale: at.scale * 1.02 }, bandit) +
    drawing.place({ x: at.x + at.scale * 82, y: at.y + at.scale * 82, scale: at.scale * 0.44, turn: 14 }, (d) => badge(d))
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'COPPER', face: 'western', size: 128, tracking: 3, x: 0, y: -4, arch: 22 },
      { text: 'CANYON', face: 'western', size: 128, tracking: 3, x: 0, y: 112, arch: -4 },
    ],
    {
      fill: [
        [0, '#fff4de'],
        [0.35, '#ffcb8f'],
        [0.52, '#e07a3c'],
        [0.62, '#b14c1e'],
        [1, '#ffb46a'],
      ],
      side: '#5c1a10',
      outline: '#220609',
      edge: '#fff0cf',
      edgeWidth: 3,
      glow: '#ff8a2a',
      sideDepth: 11,
      relief: { round: 2.4 },
    },
  )
}

/** Copper Canyon: an outlaw at sundown, and a star that takes the whole reel. */
export const COPPER_CANYON: Theme = {
  slug: 'copper-canyon',
  accent: '#ff8a3c',
  symbols: COPPER_CANYON_SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: bandit,
  lettering,
}
