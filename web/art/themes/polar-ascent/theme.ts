import { type Drawing, group, path } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { title } from '../../kit/lettering'
import { seeded } from '../../kit/random'
import { type Box, backdrop, glow, hills, mist, ridge, sparks, stars } from '../../kit/scenery'
import type { Theme } from '../../kit/theme'
import { balloon } from './balloon'

/** The night over the ice, with the light of a sun that does not rise. */
function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  return (
    backdrop(drawing, box, [
      [0, '#0a0a2e'],
      [0.4, '#241a5e'],
      [0.66, '#6a2f8a'],
      [0.82, '#e0587a'],
      [0.92, '#ffb27a'],
      [1, '#ffe0a8'],
    ]) +
    stars(seeded(31), { ...box, height: box.height * 0.6 }, wide ? 150 : 90) +
    glow(drawing, x(0.5), y(0.9), size * (wide ? 1.1 : 0.8), size * 0.34, '#ffd08a', 0.8) +
    mist(drawing, seeded(7), { ...box, y: y(0.3), height: box.height * 0.4 }, ['#3df5c8', '#5a8aff', '#b45af0'], wide ? 12 : 8, 0.26)
  )
}

/** Peaks of ice, the far ones in the last light. */
function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const peaks = wide ? 11 : 6
  const far = drawing.linear([[0, '#ffc8b0'], [0.4, '#9a5aa8'], [1, '#3a2a70']])
  const near = drawing.linear([[0, '#d8f0ff'], [0.3, '#6a8ad8'], [1, '#1c2460']])
  return (
    path(ridge(seeded(12), x(-0.05), x(1.05), y(0.84), size * 0.2, y(1.06), peaks), far) +
    path(ridge(seeded(44), x(-0.05), x(1.05), y(0.92), size * 0.16, y(1.06), peaks + 2), near)
  )
}

function front(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const snow = drawing.linear([[0, '#f4faff'], [0.5, '#8ab4e8'], [1, '#1c2c6a']])
  return (
    path(hills(seeded(5), x(-0.05), x(1.05), y(0.96), size * 0.04, y(1.06), wide ? 7 : 4), snow) +
    sparks(drawing, seeded(9), { ...box, y: y(0.2), height: box.height * 0.78 }, wide ? 44 : 28, '#e8f6ff', size / 480)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const { size } = frame(box)
  const at = figureAt(box)
  // The way it has come: the curve of the game.
  const way = `M${at.x - size * 0.5} ${at.y + size * 0.5}C${at.x - size * 0.2} ${at.y + size * 0.48} ${at.x - size * 0.06} ${at.y + size * 0.44} ${at.x} ${at.y + size * 0.3}`
  const trail = (width: number, color: string, opacity: number): string =>
    `<path d="${way}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`
  return group(
    '',
    glow(drawing, at.x, at.y, size * 0.52, size * 0.52, '#ff8ac0', 0.55),
    trail(size * 0.045, '#ff6a9a', 0.35),
    trail(size * 0.016, '#ffe0a8', 0.95),
    drawing.place({ x: at.x, y: at.y, scale: at.scale * 1.02, turn: 8 }, balloon),
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'POLAR', face: 'deco', size: 118, tracking: 4, x: 0, y: 6, arch: 12, swell: 0.06 },
      { text: 'ASCENT', face: 'deco', size: 96, tracking: 3, x: 0, y: 104 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.35, '#fff0c8'],
        [0.56, '#ffb86a'],
        [0.62, '#f0588a'],
        [1, '#ffd0e0'],
      ],
      side: '#5a1a6a',
      outline: '#140828',
      edge: '#fff6e8',
      edgeWidth: 2,
      glow: '#ff7ab0',
    },
  )
}

/** Polar Ascent: a balloon that rises from the ice until its rope gives. */
export const POLAR_ASCENT: Theme = {
  slug: 'polar-ascent',
  accent: '#ff8a6a',
  symbols: {},
  layers: { back, middle, front },
  centrepiece,
  mascot: balloon,
  lettering,
}
