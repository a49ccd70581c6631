import { type Drawing, circle, ellipse, group, n, path, stroke } from '../../kit/drawing'
import { type Tones, metal, relief, GOLD } from '../../kit/materials'
import { polygon, regular, smooth } from '../../kit/shapes'

export const FUR: Tones = { shine: '#ffe0b8', light: '#d08a4e', base: '#a35f2e', shade: '#6b3515', deep: '#331505' }
export const HONEY: Tones = { shine: '#fff6c4', light: '#ffd84a', base: '#ffab14', shade: '#e0740a', deep: '#8a3a05' }

/** Honey running down from a line, as closed path data. */
export function drip(from: number, to: number, top: number, lengths: readonly number[]): string {
  const step = (to - from) / lengths.length
  let d = `M${n(from)} ${n(top)}L${n(to)} ${n(top)}`
  for (let i = lengths.length - 1; i >= 0; i -= 1) {
    const right = from + step * (i + 1)
    const left = from + step * i
    const long = lengths[i] ?? 0
    const half = step / 2
    d += `C${n(right)} ${n(top + 8)} ${n(right - step * 0.14)} ${n(top + 10)} ${n(right - step * 0.16)} ${n(top + long * 0.55)}`
    d += `C${n(right - step * 0.16)} ${n(top + long * 1.05)} ${n(left + step * 0.16)} ${n(top + long * 1.05)} ${n(left + step * 0.16)} ${n(top + long * 0.55)}`
    d += `C${n(left + step * 0.14)} ${n(top + 10)} ${n(left + half * 0.1)} ${n(top + 8)} ${n(left)} ${n(top)}`
  }
  return `${d}Z`
}

/** The masked bear, head and cap, about 200 units square. */
export function bear(drawing: Drawing): string {
  const fur = drawing.radial(
    [
      [0, '#e0a060'],
      [0.45, FUR.base],
      [0.85, FUR.shade],
      [1, FUR.deep],
    ],
    0.4,
    0.3,
    0.72,
  )
  const ears = [-1, 1].map((side) => circle(side * 62, -46, 28, fur))
  const inner = [-1, 1]
    .map((side) =>
      circle(
        side * 63,
        -44,
        15,
        drawing.radial([
          [0, '#ffb08a'],
          [1, '#a3442e'],
        ]),
      ),
    )
    .join('')
  const head = smooth([
    [0, -74],
    [44, -66],
    [76, -34],
    [90, 6],
    [84, 44],
    [52, 74],
    [0, 84],
    [-52, 74],
    [-84, 44],
    [-90, 6],
    [-76, -34],
    [-44, -66],
  ])
  const tufts = [-1, 1].map((side) =>
    path(`M${side * 70} 18L${side * 102} 26L${side * 84} 38L${side * 100} 52L${side * 72} 56Z`, FUR.base),
  )
  const cap = 'M-70 -44C-66 -96 -34 -108 0 -108C34 -108 66 -96 70 -44C40 -62 -40 -62 -70 -44Z'
  const capClip = drawing.clip(cap)
  const knit = [-92, -74, -56]
    .map((y) => stroke(`M-80 ${y + 12}Q0 ${y - 16} 80 ${y + 12}`, '#3a1060', 8, 'opacity="0.85"'))
    .join('')
  const brim = 'M-78 -50C-50 -74 50 -74 78 -50C84 -40 82 -32 76 -30C44 -52 -44 -52 -76 -30C-82 -32 -84 -40 -78 -50Z'
  const mask =
    'M-86 -14C-60 -34 -22 -30 0 -18C22 -30 60 -34 86 -14C88 6 76 26 50 26C26 26 12 14 0 8C-12 14 -26 26 -50 26C-76 26 -88 6 -86 -14Z'
  const eyes = [-1, 1]
    .map(
      (side) =>
        ellipse(side * 40, -1, 20, 19, '#fffdf6') +
        circle(
          side * 36,
          1,
          11.5,
          drawing.radial(
            [
              [0, '#ffd27a'],
              [0.45, '#9a4a12'],
              [1, '#3a1505'],
            ],
            0.4,
            0.65,
          ),
        ) +
        circle(side * 36, 1, 6.4, '#160703') +
        circle(side * 36 - 4, -4, 4, '#fff') +
        circle(side * 36 + 4, 5, 1.8, '#fff', 'opacity="0.8"'),
    )
    .join('')
  const lids =
    path('M-64 -8C-52 -24 -30 -22 -19 -8C-34 -14 -50 -14 -64 -8Z', '#1a1030') +
    path('M64 -14C52 -30 30 -26 19 -6C34 -16 50 -20 64 -14Z', '#1a1030')
  const muzzle = smooth([
    [0, 18],
    [26, 22],
    [44, 40],
    [38, 64],
    [0, 76],
    [-38, 64],
    [-44, 40],
    [-26, 22],
  ])
  const grin = 'M-30 50C-14 60 16 60 36 44C36 66 16 78 -2 76C-18 76 -28 66 -30 50Z'
  return (
    relief(
      drawing,
      { round: 6, height: 9, gloss: 0.35, shadow: 6, rim: '#ffd08a', rimOpacity: 0.7 },
      ...ears,
      ...tufts,
    ) +
    inner +
    relief(
      drawing,
      { round: 14, height: 16, gloss: 0.35, sharpness: 9, shadow: 8, rim: '#ffcf8a', rimOpacity: 0.75, rimWidth: 3.4 },
      path(head, fur),
    ) +
    relief(
      drawing,
      { round: 6, height: 8, gloss: 0.5, shadow: 4, rim: '#8a7bff', rimOpacity: 0.9 },
      path(
        mask,
        drawing.linear([
          [0, '#3d3470'],
          [0.5, '#1d1740'],
          [1, '#0c081f'],
        ]),
      ),
    ) +
    eyes +
    lids +
    relief(
      drawing,
      { round: 8, height: 12, gloss: 0.5, sharpness: 10, shadow: 4, rim: '#fff', rimOpacity: 0.5 },
      path(
        muzzle,
        drawing.radial(
          [
            [0, '#fff6e0'],
            [0.6, '#ffdfae'],
            [1, '#d69a5e'],
          ],
          0.45,
          0.3,
          0.7,
        ),
      ),
    ) +
    path(grin, '#4a0a12') +
    group(
      `clip-path="${drawing.clip(grin)}"`,
      ellipse(4, 78, 22, 12, '#ff6a6e'),
      path('M-30 44L38 40L36 53C16 64 -14 64 -28 57Z', '#fffdf4'),
    ) +
    stroke('M0 42L0 53', '#5a2a12', 2.6) +
    relief(
      drawing,
      { round: 4, height: 9, gloss: 1.1, shadow: 3 },
      path(
        smooth([
          [0, 22],
          [16, 22],
          [19, 32],
          [0, 44],
          [-19, 32],
          [-16, 22],
        ]),
        '#3a1a14',
      ),
    ) +
    relief(
      drawing,
      { round: 8, height: 10, gloss: 0.3, shadow: 5, rim: '#ffb0c0', rimOpacity: 0.6 },
      path(
        cap,
        drawing.linear([
          [0, '#8f4ad8'],
          [1, '#4b1c94'],
        ]),
      ),
      group(`clip-path="${capClip}"`, knit),
    ) +
    relief(
      drawing,
      { round: 6, height: 9, gloss: 0.3, shadow: 4, rim: '#e8c8ff', rimOpacity: 0.6 },
      path(
        brim,
        drawing.linear([
          [0, '#a763ec'],
          [1, '#5a24a8'],
        ]),
      ),
    ) +
    Array.from({ length: 15 }, (_, i) => {
      const t = -70 + i * 10
      return stroke(`M${t} ${n(-42 - 18 * (1 - (t / 78) ** 2))}l0 14`, '#3a1278', 2, 'opacity="0.4"')
    }).join('')
  )
}

/** A cheerful bee, flying left. */
export function bee(drawing: Drawing): string {
  const body = smooth([
    [-58, 8],
    [-34, -30],
    [10, -38],
    [54, -20],
    [74, 10],
    [52, 42],
    [8, 54],
    [-36, 44],
  ])
  const clip = drawing.clip(body)
  const stripes = [
    [-8, 22],
    [26, 20],
    [56, 16],
  ]
    .map(([x = 0, w = 0]) =>
      path(
        `M${x} -60C${x + 16} -20 ${x + 16} 30 ${x - 2} 70h${w}C${x + w + 16} 30 ${x + w + 16} -20 ${x + w} -60Z`,
        drawing.linear([
          [0, '#4a2a1a'],
          [1, '#180a06'],
        ]),
      ),
    )
    .join('')
  const wing = (x: number, y: number, turn: number, length: number): string =>
    drawing.place(
      { x, y, turn },
      (d) =>
        relief(
          d,
          { round: 3, height: 4, gloss: 0.7, shadow: 4, shadowOpacity: 0.3, rim: '#fff', rimOpacity: 0.9 },
          path(
            `M0 0C-34 -20 -40 ${-length} -4 ${-length}C34 ${-length} 34 -22 0 0Z`,
            d.linear([
              [0, '#f2fdff', 0.92],
              [0.6, '#a8e6ff', 0.75],
              [1, '#7fb8ff', 0.7],
            ]),
          ),
        ) +
        stroke(
          `M0 -4Q-8 ${-length * 0.5} -4 ${-length * 0.85}M0 -10Q10 ${-length * 0.5} 10 ${-length * 0.7}`,
          '#ffffff',
          1.4,
          'opacity="0.75"',
        ),
    )
  return (
    wing(22, -28, 34, 66) +
    wing(4, -30, -4, 80) +
    relief(drawing, { round: 2, height: 5, shadow: 3 }, path('M70 4L96 12L70 22Z', '#2a120a')) +
    relief(
      drawing,
      { round: 12, height: 15, gloss: 0.8, sharpness: 12, shadow: 8, rim: '#fff0a8', rimOpacity: 0.8, rimWidth: 3 },
      path(
        body,
        drawing.linear([
          [0, '#ffe873'],
          [0.5, '#ffbe1e'],
          [1, '#e07a0a'],
        ]),
      ),
      group(`clip-path="${clip}"`, stripes),
    ) +
    relief(
      drawing,
      { round: 1.5, height: 4, gloss: 1, shadow: 2 },
      stroke('M-40 -24C-48 -46 -62 -56 -76 -54', '#2a120a', 5),
      stroke('M-26 -32C-28 -56 -40 -70 -54 -72', '#2a120a', 5),
      circle(-78, -54, 7, '#2a120a'),
      circle(-56, -73, 7, '#2a120a'),
    ) +
    ellipse(-42, 0, 11, 13.5, '#fff') +
    ellipse(-18, -4, 12.5, 15, '#fff') +
    circle(-45, 2, 7, '#1a0a06') +
    circle(-22, -2, 8, '#1a0a06') +
    circle(-47, -1, 2.6, '#fff') +
    circle(-25, -6, 3, '#fff') +
    stroke('M-52 20Q-38 36 -18 26', '#6b1a0a', 4) +
    ellipse(-8, 18, 8, 5, '#ff7a4a', 'opacity="0.55"')
  )
}

/** A glass jar full of honey, label in front. */
export function jar(drawing: Drawing): string {
  const glassShape =
    'M-52 -56C-70 -48 -76 -34 -76 -16L-74 64C-72 84 -58 92 -40 92L40 92C58 92 72 84 74 64L76 -16C76 -34 70 -48 52 -56Z'
  const hex = polygon(regular(6, 34, -90, 0, 30))
  return (
    relief(
      drawing,
      { round: 10, height: 13, gloss: 1.1, sharpness: 26, shadow: 8, rim: '#fff3b0', rimOpacity: 0.9, rimWidth: 4 },
      path(
        glassShape,
        drawing.radial(
          [
            [0, '#fff0a0'],
            [0.35, '#ffc52e'],
            [0.75, '#f58d0c'],
            [1, '#a84a05'],
          ],
          0.5,
          0.72,
          0.75,
        ),
      ),
    ) +
    path(
      'M-70 -28C-40 -20 40 -36 70 -24L68 -36C62 -48 54 -52 48 -54L-48 -54C-56 -52 -64 -46 -68 -38Z',
      '#fff9e0',
      'opacity="0.5"',
    ) +
    [
      [-44, 60, 6],
      [-34, 40, 3.4],
      [46, 66, 5],
      [40, -6, 4],
      [-48, 6, 3],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#fff3b0', 'opacity="0.7"'))
      .join('') +
    relief(
      drawing,
      { round: 3, height: 6, gloss: 0.4, shadow: 3 },
      path(
        hex,
        drawing.linear([
          [0, '#fffdf2'],
          [1, '#ffe3ae'],
        ]),
        'stroke="#b8660f" stroke-width="3"',
      ),
    ) +
    drawing.place({ x: 2, y: 31, scale: 0.3 }, bee) +
    relief(
      drawing,
      { round: 4, height: 9, gloss: 0.8, shadow: 5 },
      path(
        'M-62 -78C-62 -92 62 -92 62 -78L62 -58C62 -48 -62 -48 -62 -58Z',
        drawing.linear([
          [0, '#ff7a6e'],
          [0.5, '#d8323f'],
          [1, '#8a1230'],
        ]),
      ),
    ) +
    [-44, -22, 0, 22, 44]
      .map((x) => stroke(`M${x} -86Q${n(x * 1.04)} -68 ${x} -53`, '#fff', 7, 'opacity="0.28"'))
      .join('') +
    relief(
      drawing,
      { round: 4, height: 8, gloss: 1, sharpness: 22, shadow: 3 },
      path(
        drip(-64, 34, -57, [26, 44, 18, 34]),
        drawing.linear([
          [0, HONEY.light],
          [0.7, HONEY.base],
          [1, HONEY.shade],
        ]),
      ),
    ) +
    path('M-62 -34C-66 0 -64 40 -58 66L-48 66C-54 40 -56 0 -52 -38Z', '#fff', 'opacity="0.55"') +
    relief(
      drawing,
      { round: 2, height: 5, gloss: 1, shadow: 2 },
      stroke('M-64 -54Q0 -44 64 -54', metal(drawing, GOLD, 0), 5),
    )
  )
}
