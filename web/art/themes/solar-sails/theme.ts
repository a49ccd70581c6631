import { type Drawing, circle, group, path } from '../../kit/drawing'
import { title } from '../../kit/lettering'
import { seeded } from '../../kit/random'
import { type Box, backdrop, beams, cloudBank, glow, mist, planet, sparks, stars } from '../../kit/scenery'
import { smooth } from '../../kit/shapes'
import type { Theme } from '../../kit/theme'
import { ship } from './ship'
import { SOLAR_SYMBOLS } from './symbols'

/** Where the sun stands in a box. */
function sunAt(box: Box): { x: number; y: number; r: number } {
  const wide = box.width > box.height
  return {
    x: box.x + box.width * (wide ? 0.66 : 0.62),
    y: box.y + box.height * (wide ? 0.42 : 0.33),
    r: Math.min(box.width, box.height) * (wide ? 0.2 : 0.2),
  }
}

function back(drawing: Drawing, box: Box): string {
  const random = seeded(11)
  const sun = sunAt(box)
  const size = Math.min(box.width, box.height)
  return (
    backdrop(drawing, box, [
      [0, '#070825'],
      [0.3, '#1c1160'],
      [0.55, '#5a1680'],
      [0.78, '#c22f6c'],
      [1, '#ff8a45'],
    ]) +
    mist(
      drawing,
      random,
      { ...box, height: box.height * 0.7 },
      ['#4a37ff', '#c12fd0', '#1c86ff', '#ff4f8f'],
      12,
      0.26,
    ) +
    stars(random, { ...box, height: box.height * 0.75 }, Math.round((box.width * box.height) / 2600), '#eef0ff') +
    beams(drawing, random, sun.x, sun.y, size * 0.95, 26, '#ffb35e', 0.2) +
    glow(drawing, sun.x, sun.y, size * 0.8, size * 0.8, '#ff6a3c', 0.62) +
    glow(drawing, sun.x, sun.y, sun.r * 2.1, sun.r * 2.1, '#ffae3a', 0.75) +
    circle(
      sun.x,
      sun.y,
      sun.r,
      drawing.radial([
        [0, '#fffef2'],
        [0.55, '#fff1b0'],
        [0.85, '#ffcb52'],
        [1, '#ff9a2e'],
      ]),
    ) +
    glow(drawing, sun.x, sun.y, sun.r * 1.4, sun.r * 1.4, '#fff0b8', 0.55)
  )
}

function middle(drawing: Drawing, box: Box): string {
  const random = seeded(23)
  const size = Math.min(box.width, box.height)
  const wide = box.width > box.height
  const x = (t: number): number => box.x + box.width * t
  const y = (t: number): number => box.y + box.height * t
  const stream = (dy: number, color: string, width: number, opacity: number): string =>
    path(
      smooth(
        [
          [x(-0.1), y(0.74) + dy],
          [x(0.2), y(0.66) + dy],
          [x(0.45), y(0.7) + dy],
          [x(0.75), y(0.6) + dy],
          [x(1.1), y(0.5) + dy],
        ],
        false,
      ),
      'none',
      `stroke="${color}" stroke-width="${width}" opacity="${opacity}" filter="${drawing.blur(width * 0.45)}" style="mix-blend-mode:screen"`,
    )
  return (
    drawing.place({ x: x(wide ? 0.1 : 0.17), y: y(0.2), scale: size / 600 }, (d) =>
      planet(d, 52, ['#9ff6ff', '#2a9fe0', '#1b2f9a'], '#bfe9ff'),
    ) +
    drawing.place({ x: x(wide ? 0.9 : 0.9), y: y(wide ? 0.2 : 0.12), scale: size / 600 }, (d) =>
      planet(d, 22, ['#ffd0f0', '#e05ab8', '#5a1f8a']),
    ) +
    stream(0, '#ffb45e', size * 0.03, 0.75) +
    stream(size * 0.02, '#fff1c4', size * 0.008, 0.9) +
    stream(-size * 0.05, '#ff6ab8', size * 0.02, 0.6) +
    stream(size * 0.06, '#ffd07a', size * 0.012, 0.6) +
    cloudBank(
      drawing,
      random,
      { x: box.x - 40, y: y(0.66), width: box.width + 80, height: box.height * 0.26 },
      { top: '#f0668a', bottom: '#7a1c78', rim: '#ffdf9a' },
      wide ? 15 : 8,
    )
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(5)
  const wide = box.width > box.height
  return (
    cloudBank(
      drawing,
      random,
      { x: box.x - 60, y: box.y + box.height * 0.77, width: box.width + 120, height: box.height * 0.24 },
      { top: '#b5307f', bottom: '#2c0f55', rim: '#ffa06a' },
      wide ? 13 : 7,
    ) +
    cloudBank(
      drawing,
      random,
      { x: box.x - 60, y: box.y + box.height * 0.87, width: box.width + 120, height: box.height * 0.2 },
      { top: '#5a1c75', bottom: '#0d0730', rim: '#ff6a8a' },
      wide ? 11 : 6,
    ) +
    sparks(
      drawing,
      random,
      { ...box, y: box.y + box.height * 0.35, height: box.height * 0.6 },
      wide ? 34 : 22,
      '#ffc766',
      Math.min(box.width, box.height) / 400,
    )
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const size = Math.min(box.width, box.height)
  const wide = box.width > box.height
  const at = wide
    ? { x: box.x + box.width * 0.71, y: box.y + box.height * 0.49 }
    : { x: box.x + box.width * 0.49, y: box.y + box.height * 0.365 }
  const scale = size / (wide ? 268 : 272)
  return group(
    '',
    glow(drawing, at.x - size * 0.1, at.y + size * 0.32, size * 0.42, size * 0.12, '#ffcf7a', 0.8),
    drawing.place({ ...at, scale, turn: -6 }, ship),
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'SOLAR', face: 'roman', size: 136, tracking: 4, x: 0, y: -24, arch: 22, swell: 0.06 },
      { text: 'SAILS', face: 'roman', size: 150, tracking: 8, x: 0, y: 100, arch: 22, swell: 0.06 },
    ],
    {
      fill: [
        [0, '#fffdf0'],
        [0.3, '#ffe694'],
        [0.52, '#ffb638'],
        [0.56, '#e9801a'],
        [0.8, '#ffcf5c'],
        [1, '#fff0b5'],
      ],
      side: '#8a2a12',
      outline: '#2a0a3f',
      edge: '#fff3c4',
      edgeWidth: 2.4,
      glow: '#ff7a2a',
    },
  )
}

/** Solar Sails: a ship that rides on sunlight. */
export const SOLAR_SAILS: Theme = {
  slug: 'solar-sails',
  accent: '#ff9a4a',
  symbols: SOLAR_SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: (drawing) => drawing.place({ x: 0, y: 4, scale: 0.9, turn: -4 }, ship),
  lettering,
}
