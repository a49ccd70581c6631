import { type Drawing, circle, ellipse, group, n, path, stroke } from '../../kit/drawing'
import { GOLD, type Tones, metal, relief } from '../../kit/materials'
import { seeded } from '../../kit/random'
import { petal, smooth } from '../../kit/shapes'

/** Colours of a koi: body, its patches and the fins. */
export interface KoiColors {
  body: Tones
  patch: string
  patchDark: string
  fin: string
  finTip: string
}

export const RED_KOI: KoiColors = {
  body: { shine: '#ffffff', light: '#fffaf2', base: '#ffe9dc', shade: '#f0b8a4', deep: '#a8503f' },
  patch: '#ff4a2b',
  patchDark: '#c3122a',
  fin: '#fff1ea',
  finTip: '#ff5a3a',
}

export const GOLD_KOI: KoiColors = {
  body: { shine: '#fffbe0', light: '#ffdb5a', base: '#ffa81e', shade: '#e8650e', deep: '#8a3a0a' },
  patch: '#fff3c0',
  patchDark: '#ffd24a',
  fin: '#fff0b8',
  finTip: '#ff8a1e',
}

/** A koi seen from above, swimming upwards in a curve, about 200 units long. */
export function koi(drawing: Drawing, colors: KoiColors): string {
  const t = colors.body
  const body = smooth([
    [30, -86],
    [46, -74],
    [52, -50],
    [46, -18],
    [28, 14],
    [6, 38],
    [-16, 56],
    [-24, 52],
    [-16, 28],
    [-10, -4],
    [-6, -36],
    [2, -64],
    [14, -82],
  ])
  const clip = drawing.clip(body)
  const veil = drawing.linear(
    [
      [0, colors.fin],
      [0.55, colors.finTip, 0.95],
      [1, colors.finTip, 0.7],
    ],
    120,
  )
  const veilBack = drawing.linear(
    [
      [0, colors.fin],
      [0.5, colors.finTip, 0.95],
      [1, colors.finTip, 0.7],
    ],
    60,
  )
  const fins = [
    path('M44 -48C70 -54 88 -40 98 -14C82 -22 64 -20 42 -26Z', veil),
    path('M-4 -44C-28 -54 -52 -44 -66 -20C-46 -26 -26 -20 -8 -22Z', veilBack),
    path('M30 10C50 12 60 26 62 46C48 36 34 34 18 26Z', veil),
    path('M-14 10C-32 8 -46 16 -54 32C-38 28 -28 30 -16 32Z', veilBack),
    path(
      'M-18 46C-44 56 -70 56 -92 74C-72 74 -62 78 -56 86C-46 78 -34 70 -22 62C-24 78 -22 90 -8 104C-4 84 2 66 -12 48Z',
      drawing.linear(
        [
          [0, colors.fin],
          [0.5, colors.finTip, 0.95],
          [1, colors.finTip, 0.7],
        ],
        130,
      ),
    ),
  ]
  const rays = [
    'M46 -42Q70 -40 92 -20',
    'M46 -34Q66 -32 80 -24',
    'M-8 -36Q-36 -40 -60 -22',
    'M-8 -28Q-30 -30 -46 -24',
    'M-20 54Q-50 62 -82 74',
    'M-20 56Q-46 68 -58 82',
    'M-16 56Q-16 76 -9 98',
    'M28 18Q46 22 58 40',
    'M-16 22Q-34 18 -48 28',
  ]
    .map((d) => stroke(d, '#ffffff', 1.2, 'opacity="0.5"'))
    .join('')
  const random = seeded(77)
  const scales: string[] = []
  for (let row = 0; row < 13; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      const y = -52 + row * 9
      const x = -30 + column * 11 + (row % 2) * 5.5 - row * 1.2
      scales.push(
        stroke(
          `M${n(x - 5.5)} ${n(y)}Q${n(x)} ${n(y + 8)} ${n(x + 5.5)} ${n(y)}`,
          t.deep,
          0.9,
          `opacity="${n(0.25 + random() * 0.15)}"`,
        ),
      )
    }
  }
  const patches = [
    smooth([
      [10, -80],
      [34, -84],
      [42, -66],
      [30, -56],
      [14, -62],
    ]),
    smooth([
      [0, -40],
      [24, -50],
      [50, -36],
      [44, -12],
      [20, -18],
      [-8, -14],
    ]),
    smooth([
      [-8, 14],
      [16, 0],
      [34, 2],
      [20, 26],
      [-4, 34],
      [-16, 28],
    ]),
    smooth([
      [-20, 44],
      [-2, 38],
      [4, 44],
      [-14, 60],
      [-26, 56],
    ]),
  ].map((d) =>
    path(
      d,
      drawing.linear(
        [
          [0, colors.patch],
          [1, colors.patchDark],
        ],
        100,
      ),
    ),
  )
  return (
    relief(
      drawing,
      {
        round: 2,
        height: 1.6,
        gloss: 0.15,
        shadow: 7,
        rim: '#ffffff',
        rimOpacity: 0.6,
        rimWidth: 1.2,
        shadowOpacity: 0.45,
      },
      ...fins,
    ) +
    rays +
    relief(
      drawing,
      { round: 9, height: 13, gloss: 0.55, sharpness: 20, shadow: 6, rim: '#fff', rimOpacity: 0.45 },
      path(
        body,
        drawing.linear(
          [
            [0, t.light],
            [0.5, t.base],
            [1, t.shade],
          ],
          100,
        ),
      ),
      group(`clip-path="${clip}"`, group(`filter="${drawing.blur(0.9)}"`, ...patches), ...scales),
    ) +
    stroke('M24 -46C20 -20 8 10 -8 36', '#ffffff', 3, `opacity="0.35" filter="${drawing.blur(1.4)}"`) +
    [
      [12, -66],
      [42, -66],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 4.6, '#1a0d18') + circle(x - 1.3, y - 1.5, 1.6, '#fff'))
      .join('') +
    stroke('M17 -82Q10 -89 5 -87', t.base, 2.2) +
    stroke('M37 -83Q44 -91 49 -89', t.base, 2.2)
  )
}

/** A lotus flower from the side, about 180 units wide. */
export function lotus(drawing: Drawing): string {
  const ring = (turns: readonly number[], length: number, width: number, tip: string, foot: string): string =>
    turns
      .map((turn) =>
        drawing.place(
          { x: turn * 0.18, y: 52 - Math.abs(turn) * 0.12, turn },
          (d) =>
            relief(
              d,
              {
                round: 4,
                height: 7,
                gloss: 0.35,
                sharpness: 12,
                shadow: 3,
                shadowColor: '#4a0a3a',
                shadowOpacity: 0.5,
                rim: '#fff',
                rimOpacity: 0.7,
                rimWidth: 1.6,
              },
              path(
                petal(length, width),
                d.linear([
                  [0, tip],
                  [0.45, '#ff9cc4'],
                  [1, foot],
                ]),
              ),
            ) + stroke(`M0 ${n(-length * 0.2)}L0 ${n(-length * 0.8)}`, '#ffffff', 1.2, 'opacity="0.4"'),
        ),
      )
      .join('')
  const leaf = relief(
    drawing,
    { round: 5, height: 7, gloss: 0.6, shadow: 6, rim: '#b6ffd0', rimOpacity: 0.7 },
    ellipse(
      0,
      60,
      94,
      26,
      drawing.linear([
        [0, '#4fd08a'],
        [0.5, '#1b8a63'],
        [1, '#0b4a4a'],
      ]),
    ),
  )
  const veins = [-80, -50, -20, 20, 50, 80]
    .map((x) => stroke(`M0 58L${x} ${n(60 + 18 * (1 - Math.abs(x) / 94))}`, '#b6ffd0', 1.2, 'opacity="0.4"'))
    .join('')
  return (
    leaf +
    veins +
    ring([-66, 66], 92, 20, '#ff7ab0', '#c72a7a') +
    ring([-44, 44], 106, 23, '#ff9cc8', '#d03a86') +
    ring([-22, 22], 118, 25, '#ffc4de', '#e0509a') +
    ring([0], 126, 26, '#fff0f8', '#ff79b4') +
    ring([-34, 34], 78, 21, '#ffd9ea', '#f06aa8') +
    ring([-12, 12], 84, 21, '#fff2f8', '#ff8ec0') +
    ellipse(0, 44, 14, 7, '#ffe27a', `filter="${drawing.blur(2)}"`)
  )
}

/** A paper lantern, lit from within, about 90 by 190 units. */
export function lantern(drawing: Drawing): string {
  const bulb = 'M-34 -62C-78 -48 -78 48 -34 62L34 62C78 48 78 -48 34 -62Z'
  const clip = drawing.clip(bulb)
  const ribs = [-46, -26, 0, 26, 46]
    .map((x) => stroke(`M${n(x * 0.55)} -64Q${n(x * 1.7)} 0 ${n(x * 0.55)} 64`, '#7a0f18', 1.8, 'opacity="0.5"'))
    .join('')
  const hoops = [-36, -12, 12, 36]
    .map((y) => stroke(`M-78 ${y}Q0 ${y + 14} 78 ${y}`, '#ffdf9a', 1, 'opacity="0.4"'))
    .join('')
  const cap = (y: number): string =>
    relief(
      drawing,
      { round: 2.5, height: 7, gloss: 1, shadow: 3 },
      path(`M-38 ${y - 7}h76l-5 14h-66Z`, metal(drawing, GOLD, 0)),
    )
  const tassel = [-12, -4, 4, 12].map((x) => stroke(`M${x * 0.5} 76Q${x} 88 ${x} 102`, '#ff5a4a', 4)).join('')
  return (
    circle(
      0,
      0,
      102,
      drawing.radial([
        [0, '#ff9a3c', 0.8],
        [0.5, '#ff5a2a', 0.3],
        [1, '#ff5a2a', 0],
      ]),
    ) +
    relief(
      drawing,
      { round: 1.5, height: 4, shadow: 2 },
      stroke('M0 -98L0 -70', metal(drawing, GOLD, 0), 4),
      tassel,
      circle(0, 76, 7, metal(drawing, GOLD)),
    ) +
    relief(
      drawing,
      { round: 10, height: 9, gloss: 0.35, sharpness: 12, shadow: 6, rim: '#ffd27a', rimOpacity: 0.8, rimWidth: 3 },
      path(
        bulb,
        drawing.radial(
          [
            [0, '#fffbe0'],
            [0.22, '#ffe37a'],
            [0.5, '#ff8a2e'],
            [0.8, '#e0281f'],
            [1, '#8f0f22'],
          ],
          0.5,
          0.58,
          0.62,
        ),
      ),
    ) +
    group(`clip-path="${clip}"`, ribs, hoops) +
    cap(-64) +
    cap(64)
  )
}
