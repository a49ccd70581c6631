import { type Drawing, circle, ellipse, group, n, path, stroke } from '../../kit/drawing'
import { title } from '../../kit/lettering'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, glow, hills, mist, ripples, sparks, stars } from '../../kit/scenery'
import { GOLD, metal, relief } from '../../kit/materials'
import { polar, ring, smooth } from '../../kit/shapes'
import type { Theme } from '../../kit/theme'
import { GOLD_KOI, RED_KOI, koi, lantern, lotus } from './creatures'
import { KOI_SYMBOLS } from './symbols'

interface Frame {
  x: (t: number) => number
  y: (t: number) => number
  size: number
  wide: boolean
}

function frame(box: Box): Frame {
  return {
    x: (t) => box.x + box.width * t,
    y: (t) => box.y + box.height * t,
    size: Math.min(box.width, box.height),
    wide: box.width > box.height,
  }
}

function moonAt(box: Box): { x: number; y: number; r: number } {
  const { x, y, size, wide } = frame(box)
  return { x: x(wide ? 0.7 : 0.5), y: y(wide ? 0.45 : 0.37), r: size * (wide ? 0.34 : 0.37) }
}

function back(drawing: Drawing, box: Box): string {
  const random = seeded(31)
  const { y, size, wide } = frame(box)
  const moon = moonAt(box)
  return (
    backdrop(drawing, box, [
      [0, '#030720'],
      [0.4, '#0a2250'],
      [0.66, '#0f4a72'],
      [1, '#04203c'],
    ]) +
    mist(drawing, random, { ...box, height: box.height * 0.6 }, ['#1c6bd0', '#1aa8a8', '#5a3ad0'], 9, 0.16) +
    stars(random, { ...box, height: box.height * 0.55 }, Math.round((box.width * box.height) / 3400), '#e6f4ff') +
    glow(drawing, moon.x, moon.y, moon.r * 1.8, moon.r * 1.8, '#ff7a2c', 0.34) +
    glow(drawing, moon.x, moon.y, moon.r * 1.45, moon.r * 1.45, '#ffd27a', 0.8) +
    path(
      hills(random, box.x, box.x + box.width, y(0.66), size * 0.12, y(1.1), wide ? 9 : 5),
      drawing.linear([
        [0, '#15507c'],
        [1, '#07203f'],
      ]),
      'opacity="0.9"',
    ) +
    path(
      hills(random, box.x, box.x + box.width, y(0.7), size * 0.1, y(1.1), wide ? 7 : 4),
      drawing.linear([
        [0, '#0b3058'],
        [1, '#04142c'],
      ]),
    )
  )
}

function middle(drawing: Drawing, box: Box): string {
  const random = seeded(8)
  const { x, y, size, wide } = frame(box)
  const moon = moonAt(box)
  const shore = y(0.7)
  const lamps: readonly (readonly [number, number, number])[] = wide
    ? [
        [0.08, 0.2, 0.17],
        [0.22, 0.46, 0.11],
        [0.36, 0.14, 0.12],
        [0.47, 0.36, 0.08],
        [0.92, 0.26, 0.17],
        [0.955, 0.58, 0.09],
      ]
    : [
        [0.13, 0.17, 0.23],
        [0.88, 0.2, 0.2],
        [0.06, 0.47, 0.13],
        [0.95, 0.46, 0.12],
        [0.32, 0.05, 0.1],
        [0.68, 0.045, 0.09],
      ]
  const water =
    backdrop(drawing, { x: box.x, y: shore, width: box.width, height: box.height * 0.32 }, [
      [0, '#0f5a7e'],
      [0.25, '#083f66'],
      [1, '#020f28'],
    ]) +
    glow(drawing, moon.x, shore + size * 0.1, moon.r * 0.9, size * 0.22, '#ffca7a', 0.75) +
    ripples(
      random,
      { x: box.x, y: shore, width: box.width, height: box.height * 0.3 },
      wide ? 120 : 70,
      '#ffe2a8',
      0.55,
    )
  const lit = lamps
    .map(
      ([lx, ly, scale]) =>
        glow(drawing, x(lx), y(ly), size * scale * 1.5, size * scale * 1.5, '#ff7a2a', 0.6) +
        drawing.place({ x: x(lx), y: y(ly), scale: (size * scale) / 160, turn: between(random, -6, 6) }, lantern),
    )
    .join('')
  const reflected = lamps
    .map(([lx, , scale]) => glow(drawing, x(lx), y(0.8), size * scale * 0.35, size * 0.14, '#ff8a3c', 0.7))
    .join('')
  return water + reflected + lit
}

function blossoms(drawing: Drawing, box: Box): string {
  const { x, y, size } = frame(box)
  const random = seeded(52)
  const flower = (cx: number, cy: number, r: number): string =>
    Array.from({ length: 5 }, (_, i) => {
      const [px, py] = polar(i * 72 + cx, r * 0.55, cx, cy)
      return circle(
        px,
        py,
        r * 0.5,
        drawing.radial(
          [
            [0, '#ffe3ef'],
            [0.7, '#ff9cc4'],
            [1, '#e0558f'],
          ],
          0.4,
          0.35,
        ),
      )
    }).join('') + circle(cx, cy, r * 0.2, '#ffe08a')
  const branch = (side: number): string => {
    const from = side < 0 ? x(-0.02) : x(1.02)
    const towards = side < 0 ? 1 : -1
    const at = (t: number): readonly [number, number] => [
      from + towards * t * size * 0.46,
      y(0) + size * (0.02 + Math.sin(t * 3.1) * 0.05),
    ]
    const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
    const upper = steps.map(at)
    const lower = steps.toReversed().map((t) => [at(t)[0], at(t)[1] + size * 0.018 * (1 - t)] as const)
    const wood = path(`${smooth(upper, false)}L${smooth(lower, false).slice(1)}Z`, '#1a0d22')
    const flowers = Array.from({ length: 13 }, () => {
      const t = random()
      const [px, py] = at(t)
      return flower(px, py + between(random, -0.025, 0.04) * size, size * between(random, 0.018, 0.034))
    }).join('')
    return wood + flowers
  }
  return branch(-1) + branch(1)
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(64)
  const { x, y, size, wide } = frame(box)
  const pad = (cx: number, cy: number, r: number): string =>
    ellipse(cx, cy + r * 0.06, r * 1.02, r * 0.34, '#021426', 'opacity="0.6"') +
    ellipse(
      cx,
      cy,
      r,
      r * 0.32,
      drawing.radial(
        [
          [0, '#4fd39a'],
          [0.6, '#138a6a'],
          [1, '#064a4a'],
        ],
        0.4,
        0.2,
        0.7,
      ),
    ) +
    Array.from({ length: 9 }, (_, i) => {
      const [px, py] = polar(i * 40, r * 0.9)
      return stroke(`M${n(cx)} ${n(cy)}L${n(cx + px)} ${n(cy + py * 0.32)}`, '#b6ffd8', 0.9, 'opacity="0.3"')
    }).join('')
  return (
    pad(x(wide ? 0.04 : 0.02), y(0.92), size * 0.24) +
    pad(x(wide ? 0.93 : 0.98), y(0.93), size * 0.26) +
    pad(x(wide ? 0.2 : 0.3), y(0.985), size * 0.15) +
    drawing.place({ x: x(wide ? 0.06 : 0.11), y: y(wide ? 0.83 : 0.9), scale: size / (wide ? 560 : 620) }, lotus) +
    drawing.place(
      { x: x(wide ? 0.95 : 0.9), y: y(wide ? 0.86 : 0.915), scale: size / (wide ? 640 : 680), flip: true },
      lotus,
    ) +
    blossoms(drawing, box) +
    sparks(drawing, random, { ...box, y: y(0.3), height: box.height * 0.6 }, wide ? 30 : 18, '#ffd27a', size / 420)
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const moon = moonAt(box)
  const { size } = frame(box)
  const scale = (moon.r / 100) * 0.92
  const splash = Array.from(
    { length: 3 },
    (_, i) =>
      `<ellipse cx="${n(moon.x)}" cy="${n(moon.y)}" rx="${n(moon.r * (0.45 + i * 0.2))}" ry="${n(moon.r * (0.45 + i * 0.2))}" fill="none" stroke="#9ff5ee" stroke-width="${n(size * 0.004)}" opacity="${n(0.5 - i * 0.13)}"/>`,
  ).join('')
  const gate = Math.round(moon.r * 0.075)
  return group(
    '',
    circle(
      moon.x,
      moon.y,
      moon.r,
      drawing.radial(
        [
          [0, '#1fa3b5'],
          [0.45, '#0d5590'],
          [0.85, '#071f57'],
          [1, '#030c2e'],
        ],
        0.5,
        0.4,
        0.55,
      ),
    ),
    glow(drawing, moon.x - moon.r * 0.2, moon.y - moon.r * 0.35, moon.r * 0.75, moon.r * 0.6, '#8af0e6', 0.35),
    splash,
    relief(
      drawing,
      { round: gate * 0.3, height: gate * 0.6, gloss: 1, shadow: gate * 0.4, rim: '#fff3c9' },
      path(
        ring(moon.x, moon.y, moon.r + gate * 0.5, moon.r - gate * 0.5),
        metal(drawing, GOLD, 55),
        'fill-rule="evenodd"',
      ),
    ),
    drawing.place({ x: moon.x - moon.r * 0.4, y: moon.y - moon.r * 0.04, scale, turn: -6 }, (d) => koi(d, RED_KOI)),
    drawing.place({ x: moon.x + moon.r * 0.44, y: moon.y + moon.r * 0.06, scale, turn: 174 }, (d) => koi(d, GOLD_KOI)),
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'Koi', face: 'brush', size: 176, tracking: 2, x: 0, y: -8 },
      { text: 'Lanterns', face: 'brush', size: 146, tracking: 0, x: -4, y: 108, arch: 14 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.4, '#fff0c4'],
        [0.62, '#ffc24a'],
        [1, '#ff7a2a'],
      ],
      side: '#a01226',
      outline: '#2a0620',
      edge: '#fff6dc',
      edgeWidth: 2,
      glow: '#ff4a2a',
      relief: { round: 2.4 },
    },
  )
}

/** Koi Lanterns: two carp round the moon on the night of the lanterns. */
export const KOI_LANTERNS: Theme = {
  slug: 'koi-lanterns',
  accent: '#ff6a4a',
  symbols: KOI_SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: lantern,
  lettering,
}
