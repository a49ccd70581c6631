import { type Drawing, group, path } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { title } from '../../kit/lettering'
import { seeded } from '../../kit/random'
import { type Box, backdrop, glow, hills, mist, ridge, sparks, stars } from '../../kit/scenery'
import type { Theme } from '../../kit/theme'
import { fan } from './cards'

/** A clear night, and the light that the ice keeps. */
function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  return (
    backdrop(drawing, box, [
      [0, '#04102c'],
      [0.45, '#0a3a6a'],
      [0.75, '#1c86a8'],
      [1, '#8ae0ee'],
    ]) +
    stars(seeded(23), { ...box, height: box.height * 0.5 }, wide ? 140 : 80) +
    glow(drawing, x(0.5), y(0.72), size * (wide ? 1 : 0.7), size * 0.4, '#a8f4ff', 0.7) +
    mist(drawing, seeded(3), { ...box, y: y(0.4), height: box.height * 0.4 }, ['#6ad8ff', '#5af0d8', '#8aa8ff'], wide ? 12 : 8, 0.28)
  )
}

/** The fall: water that has frozen between two cliffs. */
function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const rock = drawing.linear([[0, '#bfe8ff'], [0.3, '#3a7ab8'], [1, '#0a2450']])
  const ice = drawing.linear([[0, '#f4fdff', 0.95], [0.5, '#a0e4ff', 0.8], [1, '#4ab0e0', 0.7]])
  const columns = wide ? 15 : 9
  const random = seeded(41)
  const fall = Array.from({ length: columns }, (_, i) => {
    const left = x(0.34 + (0.32 * i) / columns)
    const width = (x(0.66) - x(0.34)) / columns
    const foot = y(0.72 + random() * 0.16)
    return path(`M${left} ${y(0.3)}H${left + width * 1.1}L${left + width * 0.7} ${foot}L${left + width * 0.4} ${foot + size * 0.03}z`, ice, 'opacity="0.85"')
  }).join('')
  return (
    fall +
    path(ridge(seeded(6), x(-0.05), x(0.4), y(0.5), size * 0.26, y(1.06), wide ? 6 : 4), rock) +
    path(ridge(seeded(17), x(0.6), x(1.05), y(0.5), size * 0.26, y(1.06), wide ? 6 : 4), rock)
  )
}

function front(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const snow = drawing.linear([[0, '#f6fcff'], [0.5, '#9ad4f0'], [1, '#14406e']])
  return (
    path(hills(seeded(8), x(-0.05), x(1.05), y(0.95), size * 0.04, y(1.06), wide ? 7 : 4), snow) +
    sparks(drawing, seeded(15), { ...box, y: y(0.2), height: box.height * 0.78 }, wide ? 40 : 26, '#e8fbff', size / 480)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const { size } = frame(box)
  const at = figureAt(box)
  return group('', glow(drawing, at.x, at.y, size * 0.5, size * 0.5, '#8af0ff', 0.55), drawing.place({ x: at.x, y: at.y, scale: at.scale * 1.1, turn: 0 }, fan))
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'ICEFALL', face: 'deco', size: 112, tracking: 4, x: 0, y: 6, arch: 12, swell: 0.06 },
      { text: 'BACCARAT', face: 'deco', size: 84, tracking: 3, x: 0, y: 98 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.4, '#d8f6ff'],
        [0.58, '#6ad8ff'],
        [0.64, '#1c86c8'],
        [1, '#c8f4ff'],
      ],
      side: '#0a3a6a',
      outline: '#03122c',
      edge: '#f2fdff',
      edgeWidth: 2,
      glow: '#6ad8ff',
    },
  )
}

/** Icefall Baccarat: cards of ice before a fall that has frozen. */
export const ICEFALL_BACCARAT: Theme = {
  slug: 'icefall-baccarat',
  accent: '#6ad8ff',
  symbols: {},
  layers: { back, middle, front },
  centrepiece,
  mascot: fan,
  lettering,
}
