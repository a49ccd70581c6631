import { type Drawing, group, path, stroke } from '../../kit/drawing'
import { figureAt, frame } from '../../kit/frame'
import { title } from '../../kit/lettering'
import { seeded } from '../../kit/random'
import { type Box, backdrop, glow, hills, mist, ridge, sparks, stars } from '../../kit/scenery'
import type { Theme } from '../../kit/theme'
import { jar } from './jar'

/** The last green of a summer evening. */
function back(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  return (
    backdrop(drawing, box, [
      [0, '#0a1030'],
      [0.4, '#123a4a'],
      [0.72, '#2a7a5a'],
      [1, '#c8c85a'],
    ]) +
    stars(seeded(31), { ...box, height: box.height * 0.45 }, wide ? 120 : 70) +
    glow(drawing, x(0.5), y(0.78), size * (wide ? 1 : 0.7), size * 0.34, '#f8f09a', 0.6) +
    mist(drawing, seeded(9), { ...box, y: y(0.5), height: box.height * 0.34 }, ['#8ae0a8', '#d8f08a', '#5ac8b0'], wide ? 12 : 8, 0.24)
  )
}

/** A wood behind the meadow. */
function middle(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const far = drawing.linear([[0, '#1c5a4e'], [1, '#0c3434']])
  const near = drawing.linear([[0, '#0e3c34'], [1, '#06201e']])
  return (
    path(ridge(seeded(12), x(-0.05), x(1.05), y(0.7), size * 0.12, y(1.06), wide ? 26 : 14), far) +
    path(hills(seeded(21), x(-0.05), x(1.05), y(0.78), size * 0.05, y(1.06), wide ? 6 : 4), near) +
    sparks(drawing, seeded(44), { ...box, y: y(0.4), height: box.height * 0.42 }, wide ? 46 : 28, '#f4ff9a', size / 420)
  )
}

/** Grass that stands before everything, and the nearest fireflies. */
function front(drawing: Drawing, box: Box): string {
  const { x, y, size, wide } = frame(box)
  const random = seeded(5)
  const blades = Array.from({ length: wide ? 150 : 84 }, () => {
    const foot = x(-0.03 + random() * 1.06)
    const height = size * (0.05 + random() * 0.12)
    const lean = (random() - 0.5) * size * 0.08
    return stroke(`M${foot} ${y(1.04)}Q${foot + lean * 0.2} ${y(1.04) - height * 0.6} ${foot + lean} ${y(1.02) - height}`, random() > 0.5 ? '#06241c' : '#0c3a28', size * 0.006)
  }).join('')
  return blades + sparks(drawing, seeded(27), { ...box, y: y(0.5), height: box.height * 0.48 }, wide ? 30 : 20, '#f8ffb0', size / 300)
}

function centrepiece(drawing: Drawing, box: Box): string {
  const { size } = frame(box)
  const at = figureAt(box)
  return group('', glow(drawing, at.x, at.y, size * 0.5, size * 0.5, '#e8f86a', 0.5), drawing.place({ x: at.x, y: at.y, scale: at.scale * 1.05, turn: 0 }, jar))
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Firefly', face: 'swash', size: 128, tracking: 2, x: 0, y: 6, arch: 10, swell: 0.08 },
      { text: 'KENO', face: 'chunky', size: 112, tracking: 12, x: 0, y: 108 },
    ],
    {
      fill: [
        [0, '#fffff0'],
        [0.4, '#f8ff9a'],
        [0.58, '#d8e83a'],
        [0.64, '#7ab01a'],
        [1, '#f4f8a0'],
      ],
      side: '#1c5a2a',
      outline: '#06201a',
      edge: '#fffff0',
      edgeWidth: 2,
      glow: '#d8f04a',
    },
  )
}

/** Firefly Keno: numbered lights in a jar, on a meadow at dusk. */
export const FIREFLY_KENO: Theme = {
  slug: 'firefly-keno',
  accent: '#d8f04a',
  symbols: {},
  layers: { back, middle, front },
  centrepiece,
  mascot: jar,
  lettering,
}
