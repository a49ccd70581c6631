import { type Drawing, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { title } from '../../kit/lettering'
import { relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, curtain, glow, hills, ridge, sparks, stars } from '../../kit/scenery'
import { polygon, regular } from '../../kit/shapes'
import type { Theme } from '../../kit/theme'
import { ICE, mammoth, spikes } from './beasts'
import { DEEP_FREEZE_SYMBOLS } from './symbols'

function back(drawing: Drawing, box: Box): string {
  const random = seeded(7)
  const { x, y, size, wide } = frame(box)
  const veil = (phase: number, hem: number, colors: readonly [string, string, string]): string =>
    curtain(drawing, seeded(90 + phase), {
      from: x(-0.05),
      to: x(1.05),
      hem: y(hem),
      swing: size * 0.06,
      rays: size * (wide ? 0.42 : 0.4),
      colors,
      opacity: 0.62,
      phase,
    })
  return (
    backdrop(drawing, box, [
      [0, '#04143a'],
      [0.42, '#0b4d86'],
      [0.64, '#3fb4d8'],
      [0.7, '#d5fbff'],
      [1, '#2b86c0'],
    ]) +
    stars(random, { ...box, height: box.height * 0.5 }, Math.round((box.width * box.height) / 3800)) +
    veil(2, 0.36, ['#3df5a7', '#2ad4e6', '#8b5cff']) +
    veil(5, 0.5, ['#8fffe0', '#3fb8ff', '#d07bff']) +
    path(ridge(random, x(-0.05), x(1.05), y(0.64), size * 0.26, y(0.8), wide ? 11 : 6), drawing.linear([[0, '#c7f1ff'], [0.5, '#4f9fd4'], [1, '#1d5c9c']])) +
    path(ridge(random, x(-0.05), x(1.05), y(0.7), size * 0.16, y(0.85), wide ? 9 : 5), drawing.linear([[0, '#8fd6f5'], [1, '#1a5596']]))
  )
}

function middle(drawing: Drawing, box: Box): string {
  const random = seeded(21)
  const { x, y, size, wide } = frame(box)
  const grown = Array.from({ length: wide ? 9 : 6 }, (_, i) => {
    const share = i / (wide ? 8 : 5)
    const edge = Math.abs(share - 0.5) * 2
    return drawing.place(
      { x: x(-0.02 + share * 1.04), y: y(0.76), scale: (size / 460) * (0.5 + edge * between(random, 0.8, 1.3)), turn: (share - 0.5) * 34 },
      (d) => spikes(d),
    )
  }).join('')
  return (
    path(hills(random, x(-0.05), x(1.05), y(0.78), size * 0.06, y(1.02), wide ? 8 : 4), drawing.linear([[0, '#f2fdff'], [0.25, '#a8e2f8'], [1, '#2f7fbe']])) + grown
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(33)
  const { x, y, size, wide } = frame(box)
  const icicles = Array.from({ length: wide ? 34 : 18 }, (_, i) => {
    const cx = x((i + between(random, 0.2, 0.8)) / (wide ? 34 : 18))
    const edge = Math.abs(cx - x(0.5)) / (x(1) - x(0.5))
    const length = size * between(random, 0.03, 0.09) * (0.6 + edge * 1.1)
    const width = size * between(random, 0.012, 0.024)
    return path(
      `M${cx - width} ${y(0)}Q${cx - width * 0.4} ${y(0) + length * 0.6} ${cx} ${y(0) + length}Q${cx + width * 0.4} ${y(0) + length * 0.6} ${cx + width} ${y(0)}Z`,
      drawing.linear([[0, '#ffffff', 0.95], [0.5, '#9fe6ff', 0.85], [1, '#e6fbff', 0.9]]),
    )
  }).join('')
  return (
    icicles +
    path(hills(random, x(-0.05), x(1.05), y(0.94), size * 0.07, y(1.05), wide ? 7 : 4), drawing.linear([[0, '#ffffff'], [0.4, '#c9efff'], [1, '#3f94cc']])) +
    sparks(drawing, random, box, wide ? 70 : 46, '#ffffff', size / 330)
  )
}

/** The mammoth breaks out of a block of ice. */
function centrepiece(drawing: Drawing, box: Box): string {
  const at = figureAt(box)
  const halo = glow(drawing, at.x, at.y, at.scale * 190, at.scale * 170, '#8fe9ff', 0.9)
  return (
    halo +
    drawing.place({ ...at, y: at.y - at.scale * 8, scale: at.scale * 0.98 }, (d) => {
      const block = regular(9, 112, -80)
      const crack = 'M-96 -40L-62 -30L-70 -4M100 -36L70 -28L78 4L60 16M-30 100L-36 74L-14 62M52 94L44 72'
      return (
        relief(d, { round: 3, height: 10, gloss: 1.2, shadow: 10, rim: '#ffffff', rimWidth: 4 }, path(polygon(block), d.linear([[0, '#effcff', 0.95], [0.4, '#7fd6f7', 0.86], [1, '#1a66ae', 0.95]]))) +
        path(polygon([[-78, -70], [-40, -98], [-66, 60], [-96, 30]]), '#ffffff', 'opacity="0.35"') +
        stroke(crack, '#ffffff', 3, 'opacity="0.9"') +
        d.place({ x: 0, y: 0, scale: 0.92 }, mammoth) +
        d.place({ x: -92, y: 74, scale: 0.5, turn: -24 }, (s) => spikes(s)) +
        d.place({ x: 94, y: 76, scale: 0.54, turn: 22 }, (s) => spikes(s)) +
        d.place({ x: 0, y: 100, scale: 0.44 }, (s) => spikes(s, { ...ICE, base: '#8fe0ff' }))
      )
    })
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'DEEP', face: 'block', size: 138, tracking: 4, x: 0, y: -6, arch: 16 },
      { text: 'FREEZE', face: 'block', size: 124, tracking: 1, x: 0, y: 108 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.38, '#d8f8ff'],
        [0.52, '#6fd3ff'],
        [0.7, '#2a8fe6'],
        [1, '#b6f4ff'],
      ],
      side: '#0b3f8a',
      outline: '#04163f',
      edge: '#ffffff',
      edgeWidth: 4,
      glow: '#4fe0ff',
      sideDepth: 12,
    },
  )
}

/** Deep Freeze: a mammoth under the northern lights, and embers to hold. */
export const DEEP_FREEZE: Theme = {
  slug: 'deep-freeze',
  accent: '#4fd0ff',
  symbols: DEEP_FREEZE_SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: mammoth,
  lettering,
}
