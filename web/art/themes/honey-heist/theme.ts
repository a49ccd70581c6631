import { type Drawing, circle, group, n, path, stroke } from '../../kit/drawing'
import { title } from '../../kit/lettering'
import { GOLD, metal, relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, beams, glow, hills, mist, sparks } from '../../kit/scenery'
import { polar, polygon, regular } from '../../kit/shapes'
import type { Theme } from '../../kit/theme'
import { FUR, HONEY, bear, bee, drip, jar } from './characters'
import { HONEY_SYMBOLS } from './symbols'
import { paw, thief } from './thief'

function light(box: Box): { x: number; y: number } {
  return box.width > box.height
    ? { x: box.x + box.width * 0.7, y: box.y + box.height * 0.42 }
    : { x: box.x + box.width * 0.5, y: box.y + box.height * 0.36 }
}

function back(drawing: Drawing, box: Box): string {
  const random = seeded(91)
  const size = Math.min(box.width, box.height)
  const at = light(box)
  const wide = box.width > box.height
  const cells: string[] = []
  const radius = size * 0.052
  for (let row = -1; row * radius * 1.5 < box.height; row += 1) {
    for (let column = -1; column * radius * 1.74 < box.width + radius; column += 1) {
      const x = box.x + column * radius * 1.74 + (row % 2 === 0 ? 0 : radius * 0.87)
      const y = box.y + row * radius * 1.5
      const far = Math.hypot(x - at.x, y - at.y) / (size * 0.9)
      const opacity = Math.min(0.5, Math.max(0, far - 0.35) * 0.55) * between(random, 0.45, 1)
      cells.push(
        path(
          polygon(regular(6, radius * 0.92, -90, x, y)),
          random() > 0.82 ? '#ffe08a' : '#7a2e05',
          `opacity="${n(opacity)}"`,
        ),
      )
    }
  }
  return (
    backdrop(drawing, box, [
      [0, '#8a3204'],
      [0.4, '#e8830c'],
      [0.75, '#ffb52e'],
      [1, '#9a4a08'],
    ]) +
    mist(drawing, random, box, ['#ffe25a', '#ff8a1e'], 6, 0.2) +
    cells.join('') +
    glow(drawing, at.x, at.y, size * 0.8, size * 0.8, '#ffd24a', 0.8) +
    beams(drawing, random, at.x, at.y, size * (wide ? 1.2 : 0.95), 22, '#fff0a0', 0.5) +
    glow(drawing, at.x, at.y, size * 0.4, size * 0.4, '#fff6c0', 0.7)
  )
}

function tree(drawing: Drawing, x: number, y: number, height: number, flip: boolean): string {
  return drawing.place(
    { x, y, scale: height / 400, flip },
    (d) =>
      relief(
        d,
        { round: 8, height: 10, gloss: 0.2, shadow: 0, rim: '#ffd27a', rimOpacity: 0.9, rimWidth: 5 },
        path(
          'M-60 400C-30 260 -44 120 -30 0L34 -10C26 90 34 260 80 400Z',
          d.linear(
            [
              [0, '#6b3414'],
              [1, '#2a1006'],
            ],
            0,
          ),
        ),
        path('M26 120C60 96 90 90 130 94C96 108 60 130 34 168Z', '#4a2210'),
      ) +
      [0, 1, 2, 3]
        .map((i) =>
          stroke(
            `M${-18 + i * 14} ${40 + i * 20}C${-28 + i * 16} 160 ${-20 + i * 18} 260 ${-36 + i * 26} 390`,
            '#1f0c04',
            4,
            'opacity="0.45"',
          ),
        )
        .join(''),
  )
}

function leaves(drawing: Drawing, box: Box, seed: number): string {
  const random = seeded(seed)
  const size = Math.min(box.width, box.height)
  const tones: readonly (readonly [string, string])[] = [
    ['#5ab53e', '#1d6a2e'],
    ['#8acb3e', '#2c7a2e'],
    ['#2f8f48', '#0c4a2c'],
  ]
  const cluster = (side: number): string[] =>
    Array.from({ length: 44 }, (_, i) => {
      const spread = random()
      const x = side < 0 ? box.x + spread ** 1.6 * size * 0.32 : box.x + box.width - spread ** 1.6 * size * 0.32
      const y = box.y + size * (random() ** 1.4 * 0.42 * (1.1 - spread) + 0.02)
      const [top, bottom] = tones[i % 3] ?? ['#5ab53e', '#1d6a2e']
      return drawing.place(
        { x, y, scale: (size / 600) * between(random, 0.6, 1.15), turn: between(random, 90, 270) },
        (d) =>
          path(
            'M0 0C-24 -16 -24 -52 0 -74C24 -52 24 -16 0 0Z',
            d.linear([
              [0, top],
              [1, bottom],
            ]),
          ) + stroke('M0 -4L0 -62', '#d9ff9a', 1.4, 'opacity="0.35"'),
      )
    })
  return relief(
    drawing,
    { round: 2, height: 3, gloss: 0.3, shadow: 5, rim: '#e8ff9a', rimOpacity: 0.4, rimWidth: 1.4 },
    ...cluster(-1),
    ...cluster(1),
  )
}

function middle(drawing: Drawing, box: Box): string {
  const random = seeded(14)
  const size = Math.min(box.width, box.height)
  const y = (t: number): number => box.y + box.height * t
  const wide = box.width > box.height
  return (
    path(
      hills(random, box.x, box.x + box.width, y(0.72), size * 0.14, y(1.2), wide ? 8 : 4),
      drawing.linear([
        [0, '#b8a01e'],
        [1, '#5a6a14'],
      ]),
    ) +
    tree(drawing, box.x + size * 0.03, y(0.1), box.height * 0.95, false) +
    tree(drawing, box.x + box.width - size * 0.03, y(0.08), box.height * 0.97, true) +
    path(
      hills(random, box.x, box.x + box.width, y(0.82), size * 0.1, y(1.2), wide ? 9 : 5),
      drawing.linear([
        [0, '#7cb02e'],
        [1, '#1f5a22'],
      ]),
    ) +
    leaves(drawing, box, 3)
  )
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(44)
  const size = Math.min(box.width, box.height)
  const unit = size / 600
  const y = (t: number): number => box.y + box.height * t
  const wide = box.width > box.height
  const runs = Math.round(box.width / (size * 0.085))
  const lengths = Array.from({ length: runs }, (_, i) => {
    const away = Math.abs((i + 0.5) / runs - (wide ? 0.7 : 0.5)) * 2
    return size * (0.035 + 0.13 * away ** 1.3 * between(random, 0.4, 1.1))
  })
  const honey = relief(
    drawing,
    {
      round: 6 * unit,
      height: 12 * unit,
      gloss: 1.2,
      sharpness: 26,
      shadow: 7 * unit,
      shadowColor: '#5a1f02',
      rim: '#fff6c4',
      rimOpacity: 0.85,
      rimWidth: 3 * unit,
    },
    path(
      drip(
        box.x - 20,
        box.x + box.width + 20,
        box.y - 12,
        lengths.map((l) => l + 12),
      ),
      `url(#${honeyFill(drawing, box, size)})`,
    ),
  )
  const blades = Array.from({ length: Math.round(box.width / (14 * unit)) }, () => {
    const x = box.x + random() * box.width
    const tall = between(random, 26, 70) * unit
    const lean = between(random, -16, 16) * unit
    return path(
      `M${n(x - 5 * unit)} ${n(y(1.01))}Q${n(x)} ${n(y(1) - tall * 0.6)} ${n(x + lean)} ${n(y(1) - tall)}Q${n(x + 4 * unit)} ${n(y(1) - tall * 0.5)} ${n(x + 6 * unit)} ${n(y(1.01))}Z`,
      drawing.linear([
        [0, '#a8e04a'],
        [1, '#14541f'],
      ]),
    )
  })
  const daisies = Array.from({ length: wide ? 14 : 8 }, () => {
    const [x, cy, r] = [box.x + random() * box.width, y(between(random, 0.93, 0.985)), between(random, 10, 19) * unit]
    return (
      Array.from({ length: 7 }, (_, i) => {
        const [px, py] = polar(i * 51.4, r * 0.6, x, cy)
        return circle(px, py, r * 0.38, '#fff6fb')
      }).join('') + circle(x, cy, r * 0.34, '#ffb41e')
    )
  })
  return (
    honey +
    blades.join('') +
    daisies.join('') +
    sparks(drawing, random, { ...box, y: y(0.25), height: box.height * 0.6 }, wide ? 26 : 14, '#ffe27a', size / 420)
  )
}

function honeyFill(drawing: Drawing, box: Box, size: number): string {
  return drawing.define(
    (id) =>
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${n(box.y)}" x2="0" y2="${n(box.y + size * 0.2)}"><stop offset="0" stop-color="#e8860a"/><stop offset="0.4" stop-color="${HONEY.base}"/><stop offset="1" stop-color="${HONEY.light}"/></linearGradient>`,
  )
}

function centrepiece(drawing: Drawing, box: Box): string {
  const size = Math.min(box.width, box.height)
  const at = light(box)
  const wide = box.width > box.height
  const k = size / (wide ? 290 : 300)
  return group(
    '',
    drawing.place({ x: at.x, y: at.y + size * (wide ? 0.46 : 0.46), scale: k }, (d) =>
      relief(
        d,
        { round: 14, height: 14, gloss: 0.3, shadow: 8, rim: '#ffcf8a', rimOpacity: 0.8, rimWidth: 4 },
        path(
          'M-110 120C-118 20 -70 -46 0 -46C70 -46 118 20 110 120Z',
          d.linear([
            [0, FUR.base],
            [1, FUR.deep],
          ]),
        ),
      ),
    ),
    drawing.place({ x: at.x, y: at.y - size * 0.01, scale: k * 1.02, turn: -4 }, bear),
    drawing.place({ x: at.x + size * (wide ? 0.3 : 0.27), y: at.y + size * 0.3, scale: k * 0.62, turn: 10 }, jar),
    drawing.place({ x: at.x + size * (wide ? 0.17 : 0.13), y: at.y + size * 0.34, scale: k * 0.8, turn: -24 }, paw),
    drawing.place(
      { x: at.x - size * (wide ? 0.42 : 0.37), y: at.y - size * 0.2, scale: k * 0.32, turn: -8, flip: true },
      bee,
    ),
    drawing.place({ x: at.x + size * (wide ? 0.46 : 0.38), y: at.y - size * 0.14, scale: k * 0.36, turn: 8 }, bee),
    drawing.place(
      { x: at.x - size * (wide ? 0.4 : 0.38), y: at.y + size * 0.24, scale: k * 0.26, turn: 6, flip: true },
      bee,
    ),
  )
}

function lettering(drawing: Drawing): string {
  const plates = [-232, 232].map((x) =>
    relief(
      drawing,
      { round: 3, height: 7, gloss: 1, shadow: 6 },
      path(polygon(regular(6, 38, -90, x, -62)), metal(drawing, GOLD, 55)),
    ),
  )
  return (
    plates.join('') +
    title(
      drawing,
      [
        { text: 'HONEY', face: 'chunky', size: 168, tracking: 3, x: 0, y: -8, arch: 20, swell: 0.05 },
        { text: 'HEIST', face: 'chunky', size: 168, tracking: 6, x: 0, y: 126, arch: 20, swell: 0.05 },
      ],
      {
        fill: [
          [0, '#fffde6'],
          [0.35, '#ffe86b'],
          [0.6, '#ffb81e'],
          [1, '#ff7f0a'],
        ],
        side: '#8a2f04',
        sideDepth: 11,
        outline: '#3a1263',
        outlineWidth: 24,
        edge: '#fff8d0',
        edgeWidth: 3,
        glow: '#2a0a4a',
        glowRadius: 14,
        relief: { round: 6, height: 9, gloss: 1.1, sharpness: 24 },
      },
    )
  )
}

/** Honey Heist: a bear in a mask, and every bee after him. */
export const HONEY_HEIST: Theme = {
  slug: 'honey-heist',
  accent: '#ffab14',
  symbols: HONEY_SYMBOLS,
  layers: { back, middle, front },
  centrepiece,
  mascot: thief,
  lettering,
}
