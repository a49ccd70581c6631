import { type Drawing, circle, group, n, path, stroke } from '../../kit/drawing'
import { outline } from '../../kit/lettering'
import { GOLD, SILVER, glints, metal, relief } from '../../kit/materials'
import { disc, polar, ring, sector } from '../../kit/shapes'

/** The pockets of a single-zero wheel, clockwise from zero. */
export const POCKETS = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
] as const

/** The red numbers of the layout. */
export const RED = new Set<number>([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

/** The fixed bowl of the wheel, seen from above: rim and ball track. */
export function bowl(drawing: Drawing): string {
  const studs = Array.from({ length: 8 }, (_, i) =>
    drawing.place({ x: polar(i * 45 + 22.5, 82)[0], y: polar(i * 45 + 22.5, 82)[1], turn: i * 45 + 112.5 }, (d) =>
      relief(d, { round: 1, height: 4, gloss: 1, shadow: 1.5 }, path('M0 -5L2.6 0L0 5L-2.6 0Z', metal(d, GOLD))),
    ),
  )
  return (
    relief(
      drawing,
      { round: 3, height: 9, gloss: 0.8, shadow: 5, rim: '#6ff0ff', rimOpacity: 0.6 },
      path(
        disc(0, 0, 99),
        drawing.linear(
          [
            [0, '#274a86'],
            [0.5, '#122452'],
            [1, '#070e28'],
          ],
          60,
        ),
      ),
    ) +
    relief(
      drawing,
      { round: 1.2, height: 4, gloss: 1, shadow: 0 },
      path(ring(0, 0, 97.5, 94.5), metal(drawing, GOLD, 50), 'fill-rule="evenodd"'),
    ) +
    circle(
      0,
      0,
      90,
      drawing.radial(
        [
          [0, '#050a1c'],
          [0.78, '#0a1738'],
          [0.9, '#1a3468'],
          [1, '#0b1738'],
        ],
        0.5,
        0.5,
        0.5,
      ),
    ) +
    `<circle r="86" fill="none" stroke="#9fd8ff" stroke-width="0.8" opacity="0.35"/>` +
    path(ring(0, 0, 90, 88), metal(drawing, SILVER, 230), 'fill-rule="evenodd" opacity="0.7"') +
    studs.join('') +
    path('M-80 -40A90 90 0 0 1 20 -87A96 96 0 0 0 -80 -40Z', '#fff', `opacity="0.22" filter="${drawing.blur(2)}"`)
  )
}

/** The turning part, seen from above: numbers, pockets, cone and turret. Zero is at the top. */
export function rotor(drawing: Drawing): string {
  const slice = 360 / POCKETS.length
  const red = drawing.linear([
    [0, '#ff5a64'],
    [1, '#a80f2e'],
  ])
  const black = drawing.linear([
    [0, '#2c3556'],
    [1, '#090d1e'],
  ])
  const green = drawing.linear([
    [0, '#5dffbe'],
    [1, '#0a9a68'],
  ])
  const fill = (pocket: number): string => (pocket === 0 ? green : RED.has(pocket) ? red : black)
  const slots = POCKETS.map((pocket, i) => {
    const from = -90 - slice / 2 + i * slice
    return (
      path(sector(from, from + slice, 76, 62), fill(pocket), 'stroke="#f7d88a" stroke-width="0.5"') +
      path(sector(from, from + slice, 62, 50), fill(pocket), 'stroke="#f7d88a" stroke-width="0.5" opacity="0.62"')
    )
  }).join('')
  const numbers = POCKETS.map((pocket, i) =>
    drawing.place({ x: polar(-90 + i * slice, 66.4)[0], y: polar(-90 + i * slice, 66.4)[1], turn: i * slice }, () =>
      path(outline({ text: String(pocket), face: 'roman', size: 8.6, x: 0, y: 0 }), '#ffffff'),
    ),
  ).join('')
  const frets = POCKETS.map((_, i) => {
    const angle = -90 - slice / 2 + i * slice
    const [x1, y1] = polar(angle, 49)
    const [x2, y2] = polar(angle, 62)
    return stroke(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, '#fff0c4', 1)
  }).join('')
  const blades = Array.from({ length: 8 }, (_, i) =>
    path(
      sector(i * 45, i * 45 + 45, 47, 8),
      drawing.linear(
        i % 2 === 0
          ? [
              [0, '#16406e'],
              [1, '#0b2148'],
            ]
          : [
              [0, '#1f6a8e'],
              [1, '#0d3560'],
            ],
        i * 45,
      ),
    ),
  ).join('')
  const arms = [0, 90, 180, 270]
    .map((turn) =>
      drawing.place(
        { x: 0, y: 0, turn: turn + 45 },
        (d) => path('M-3 0L-1.8 -26L1.8 -26L3 0Z', metal(d, GOLD, 0)) + circle(0, -28, 4, metal(d, GOLD)),
      ),
    )
    .join('')
  return (
    circle(0, 0, 77, '#050a1c') +
    slots +
    path(
      ring(0, 0, 62, 49),
      drawing.radial([
        [0, '#000', 0.5],
        [0.82, '#000', 0.5],
        [1, '#000', 0],
      ]),
      'fill-rule="evenodd"',
    ) +
    frets +
    numbers +
    relief(
      drawing,
      { round: 0.9, height: 4, gloss: 1, shadow: 0 },
      path(ring(0, 0, 77.5, 75.2), metal(drawing, GOLD, 50), 'fill-rule="evenodd"'),
      path(ring(0, 0, 50, 47), metal(drawing, GOLD, 230), 'fill-rule="evenodd"'),
    ) +
    group(
      `clip-path="${drawing.clip(disc(0, 0, 47))}"`,
      blades,
      circle(
        0,
        0,
        47,
        drawing.radial([
          [0, '#7ff5e0', 0.55],
          [0.5, '#2ad4e6', 0.12],
          [0.9, '#000', 0.05],
          [1, '#000', 0.5],
        ]),
      ),
    ) +
    relief(drawing, { round: 2, height: 6, gloss: 1.1, shadow: 3 }, arms, circle(0, 0, 13, metal(drawing, GOLD, 55))) +
    relief(
      drawing,
      { round: 3, height: 8, gloss: 1.1, sharpness: 22, shadow: 2 },
      circle(
        0,
        0,
        8,
        drawing.radial(
          [
            [0, '#e3fff6'],
            [0.4, '#3df5a7'],
            [1, '#0a7a66'],
          ],
          0.38,
          0.32,
        ),
      ),
    )
  )
}

/** The ball. */
export function ball(drawing: Drawing): string {
  return relief(
    drawing,
    { round: 20, height: 30, gloss: 0.9, sharpness: 30, shadow: 12 },
    circle(
      0,
      0,
      80,
      drawing.radial(
        [
          [0, '#ffffff'],
          [0.5, '#e8eefc'],
          [0.85, '#aab8d8'],
          [1, '#6f7fa6'],
        ],
        0.36,
        0.3,
        0.62,
      ),
    ),
  )
}

/** The whole wheel on a table seen from the player's seat. */
export function tiltedWheel(drawing: Drawing): string {
  const squash = 0.52
  const flat = (inner: string, lift = 0): string =>
    group(`transform="translate(0 ${n(-lift)}) scale(1 ${squash})"`, inner)
  const side = `M-99 0A99 ${n(99 * squash)} 0 0 0 99 0L96 16A96 ${n(96 * squash)} 0 0 1 -96 16Z`
  const turret = relief(
    drawing,
    { round: 2, height: 6, gloss: 1.2, sharpness: 24, shadow: 3, rim: '#fff6cf' },
    path('M-11 0C-9 -10 -5 -14 -4.5 -26L4.5 -26C5 -14 9 -10 11 0A11 5 0 0 1 -11 0Z', metal(drawing, GOLD, 0)),
    path('M-9 -26A9 3.4 0 0 0 9 -26C7 -33 3 -36 0 -44C-3 -36 -7 -33 -9 -26Z', metal(drawing, GOLD, 0)),
  )
  return (
    path(
      `M-112 10A112 64 0 0 0 112 10A112 64 0 0 0 -112 10Z`,
      '#01030b',
      `opacity="0.55" filter="${drawing.blur(7)}" transform="translate(0 14)"`,
    ) +
    relief(
      drawing,
      { round: 3, height: 8, gloss: 0.8, shadow: 5, rim: '#57f0d8', rimOpacity: 0.9 },
      path(
        side,
        drawing.linear(
          [
            [0, '#0d1c45'],
            [0.35, '#3a6bb5'],
            [0.5, '#7fb4ff'],
            [0.62, '#2a5298'],
            [1, '#070e28'],
          ],
          0,
        ),
      ),
    ) +
    stroke(`M-97.5 9A97.5 ${n(97.5 * squash)} 0 0 0 97.5 9`, GOLD.base, 1.6) +
    flat(bowl(drawing)) +
    flat(group('transform="rotate(14)"', rotor(drawing))) +
    turret +
    circle(
      0,
      -46,
      4.4,
      drawing.radial(
        [
          [0, '#e3fff6'],
          [0.5, '#3df5a7'],
          [1, '#0a7a66'],
        ],
        0.35,
        0.3,
      ),
    ) +
    drawing.place({ x: 46, y: 26, scale: 0.05 }, ball) +
    glints(drawing, [-2, -48, 8], [-72, -26, 7])
  )
}
