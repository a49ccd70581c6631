import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { BRASS, COPPER, GOLD, SILVER, type Tones, glints, metal, relief, solid } from '../../kit/materials'
import { disc, petal, polar, ring, smooth } from '../../kit/shapes'

export const APPLE: Tones = { shine: '#ffe0d0', light: '#ff7a5a', base: '#e0202a', shade: '#96101e', deep: '#480612' }
export const PEAR: Tones = { shine: '#fbffd0', light: '#e2f07a', base: '#a8c832', shade: '#5f8a1c', deep: '#2a460c' }
export const PLUM: Tones = { shine: '#f4dcff', light: '#b87ae8', base: '#6f32b0', shade: '#421a74', deep: '#200a3c' }
export const CHERRY: Tones = { shine: '#ffd6e2', light: '#ff5a80', base: '#c80a3c', shade: '#7e0428', deep: '#3a0212' }
const LEAF: Tones = { shine: '#eaffc4', light: '#9ce060', base: '#3fa046', shade: '#1f6a34', deep: '#0c3a1e' }

/** A toothed wheel as path data, with a hole. */
export function cog(teeth: number, outer: number, hole: number): string {
  const points: string[] = []
  for (let i = 0; i < teeth; i += 1) {
    const a = (360 / teeth) * i
    for (const [turn, r] of [[-0.3, 0.84], [-0.18, 1], [0.18, 1], [0.3, 0.84]] as const) {
      const [px, py] = polar(a + (turn * 360) / teeth, outer * r)
      points.push(`${px.toFixed(1)} ${py.toFixed(1)}`)
    }
  }
  return `M${points.join('L')}Z${disc(0, 0, hole)}`
}

/** A brass wheel lying flat. */
export function wheel(drawing: Drawing, teeth: number, outer: number, tones: Tones = BRASS): string {
  const spokes = [0, 60, 120].map((turn) => drawing.place({ x: 0, y: 0, turn }, (d) => path(`M-${outer * 0.07} -${outer * 0.66}H${outer * 0.07}V${outer * 0.66}H-${outer * 0.07}Z`, metal(d, tones, 70)))).join('')
  return relief(
    drawing,
    { round: 1.6, height: 7, gloss: 1, shadow: 4, rim: tones.shine },
    path(cog(teeth, outer, outer * 0.62), metal(drawing, tones, 60), 'fill-rule="evenodd"'),
    spokes,
    circle(0, 0, outer * 0.2, metal(drawing, tones, 30)),
  ) + circle(0, 0, outer * 0.08, tones.deep)
}

/** A leaf of hammered copper on a stalk. */
function leaf(drawing: Drawing, x: number, y: number, turn: number, size = 1): string {
  return drawing.place({ x, y, turn, scale: size }, (d) =>
    relief(d, { round: 2.4, height: 7, gloss: 0.8, shadow: 3, rim: '#eaffc4' }, path(petal(54, 22, 8), solid(d, LEAF, 60))) + stroke('M0 -2Q4 -26 7 -44', LEAF.deep, 2, 'opacity="0.6"'),
  )
}

/** Rivets along a curve of points. */
function rivets(drawing: Drawing, points: readonly (readonly [number, number])[]): string {
  return relief(drawing, { round: 0.8, height: 4, gloss: 1.2, shadow: 1 }, ...points.map(([x, y]) => circle(x, y, 3.2, metal(drawing, GOLD))))
}

/** A fruit of enamel with a window on its clockwork. */
function works(drawing: Drawing, x: number, y: number, r: number): string {
  return (
    drawing.place({ x, y }, (d) =>
      circle(0, 0, r, d.radial([[0, '#5a3a14'], [1, '#180c04']])) +
      `<g clip-path="${d.clip(disc(0, 0, r))}">${d.place({ x: -r * 0.3, y: r * 0.24 }, (s) => wheel(s, 10, r * 0.66))}${d.place({ x: r * 0.5, y: -r * 0.34 }, (s) => wheel(s, 8, r * 0.5, COPPER))}</g>` +
      relief(d, { round: 1.4, height: 6, gloss: 1.2, shadow: 2 }, path(ring(0, 0, r + 6, r - 2), metal(d, GOLD, 60), 'fill-rule="evenodd"')) +
      path(`M${-r * 0.7} ${-r * 0.2}A${r * 0.74} ${r * 0.74} 0 0 1 0 ${-r * 0.74}`, 'none', `stroke="#ffffff" stroke-width="${r * 0.14}" stroke-linecap="round" opacity="0.75"`),
    )
  )
}

const ENAMEL = { round: 9, height: 13, gloss: 1.2, sharpness: 20, shadow: 7, rimWidth: 3.2 }

export function apple(drawing: Drawing): string {
  return (
    stroke('M0 -56Q2 -80 14 -96', '#6a3a14', 8) + leaf(drawing, 6, -70, 62) +
    relief(drawing, { ...ENAMEL, rim: '#ffd0a8' }, path(smooth([[0, -58], [34, -72], [74, -54], [86, -6], [66, 56], [28, 88], [0, 80], [-28, 88], [-66, 56], [-86, -6], [-74, -54], [-34, -72]]), solid(drawing, APPLE, 70))) +
    works(drawing, 0, 10, 36) + rivets(drawing, [[-64, -20], [-62, 24], [-40, 58], [64, -20], [62, 24], [40, 58]]) + glints(drawing, [-48, -42, 18])
  )
}

export function pear(drawing: Drawing): string {
  return (
    stroke('M0 -74Q-2 -92 10 -102', '#6a3a14', 8) + leaf(drawing, 4, -82, 70, 0.9) +
    relief(drawing, { ...ENAMEL, rim: '#fffbd0' }, path(smooth([[0, -82], [26, -66], [34, -28], [64, 12], [72, 56], [40, 90], [0, 94], [-40, 90], [-72, 56], [-64, 12], [-34, -28], [-26, -66]]), solid(drawing, PEAR, 70))) +
    works(drawing, 0, 42, 32) + rivets(drawing, [[-20, -50], [-28, -18], [20, -50], [28, -18], [-56, 40], [56, 40]]) + glints(drawing, [-18, -54, 14], [-44, 22, 9])
  )
}

export function plum(drawing: Drawing): string {
  return (
    stroke('M4 -70Q8 -90 22 -98', '#6a3a14', 8) + leaf(drawing, 4, -66, -64) +
    relief(drawing, { ...ENAMEL, rim: '#f0c8ff' }, path(smooth([[4, -74], [54, -58], [80, -6], [66, 56], [14, 90], [-46, 74], [-80, 18], [-66, -44]]), solid(drawing, PLUM, 60))) +
    path('M8 -70C44 -30 44 44 10 86', 'none', `stroke="${PLUM.deep}" stroke-width="4" opacity="0.55"`) +
    works(drawing, -18, 10, 32) + rivets(drawing, [[54, -34], [64, 4], [54, 42], [-38, -52], [-62, -16]]) + glints(drawing, [-40, -38, 16])
  )
}

export function cherry(drawing: Drawing): string {
  const ball = (x: number, y: number): string =>
    relief(drawing, { ...ENAMEL, rim: '#ffc0d0' }, circle(x, y, 44, drawing.radial([[0, CHERRY.light], [0.6, CHERRY.base], [1, CHERRY.shade]], 0.38, 0.3))) + works(drawing, x, y + 6, 18)
  return (
    stroke('M-40 16C-36 -34 -10 -66 24 -92', '#7a4a1c', 7) + stroke('M46 30C46 -20 40 -60 24 -92', '#7a4a1c', 7) + leaf(drawing, 22, -86, -74, 1.1) + leaf(drawing, 24, -88, 70, 0.8) +
    ball(46, 50) + ball(-42, 40) + glints(drawing, [-58, 18, 13], [30, 26, 12])
  )
}

export function bell(drawing: Drawing): string {
  return (
    relief(drawing, { round: 3, height: 8, gloss: 1, shadow: 4 }, path(ring(0, -84, 16, 8), metal(drawing, BRASS), 'fill-rule="evenodd"')) +
    relief(drawing, { round: 5, height: 9, gloss: 1.2, shadow: 5 }, circle(0, 76, 19, metal(drawing, COPPER))) +
    relief(drawing, { ...ENAMEL, rim: '#fff6cf' }, path('M0 -78C44 -74 50 -30 56 14C60 42 76 50 88 64C90 74 82 78 70 78L-70 78C-82 78 -90 74 -88 64C-76 50 -60 42 -56 14C-50 -30 -44 -74 0 -78Z', metal(drawing, GOLD, 20))) +
    stroke('M-60 40Q0 62 60 40M-78 62Q0 82 78 62', '#9a5c0c', 4, 'opacity="0.7"') + works(drawing, 0, -6, 26) + glints(drawing, [-34, -46, 20], [44, 30, 10])
  )
}

export function seven(drawing: Drawing): string {
  const d = 'M-66 -84H72V-48C30 -10 10 34 6 92H-40C-36 34 -12 -8 24 -44H-30V-24H-66Z'
  return (
    relief(drawing, { round: 4, height: 10, gloss: 1, shadow: 8, rim: '#fff6cf' }, path(d, metal(drawing, GOLD, 60), `stroke="#f4ab2f" stroke-width="18" stroke-linejoin="round"`)) +
    path(d, APPLE.deep, `stroke="${APPLE.deep}" stroke-width="5" stroke-linejoin="round"`) +
    relief(drawing, { round: 4, height: 8, gloss: 1.2, shadow: 0, rim: '#ffd0b8' }, path(d, solid(drawing, APPLE))) + rivets(drawing, [[-54, -70], [-20, -70], [14, -70], [48, -70], [-22, 78]]) + glints(drawing, [-46, -60, 16], [30, -20, 11])
  )
}

/** The winding key: the wild. */
export function windingKey(drawing: Drawing): string {
  return (
    circle(0, -4, 102, drawing.radial([[0, '#fff08a', 0.85], [0.6, '#ffb84a', 0.35], [1, '#ff9a1e', 0]])) +
    relief(drawing, { round: 4, height: 12, gloss: 1.2, shadow: 8, rim: '#fff6cf', rimWidth: 3 }, path('M-10 -12H10V74H26V58H38V88H10V94H-10Z', metal(drawing, GOLD, 20)), path('M0 -14C-24 -4 -84 0 -84 -46C-84 -92 -24 -92 0 -64C24 -92 84 -92 84 -46C84 0 24 -4 0 -14ZM-20 -42C-30 -58 -60 -66 -60 -46C-60 -26 -32 -30 -20 -42ZM20 -42C30 -58 60 -66 60 -46C60 -26 32 -30 20 -42Z', metal(drawing, GOLD, 60), 'fill-rule="evenodd"')) +
    drawing.place({ x: 0, y: -36 }, (d) => wheel(d, 9, 19, SILVER)) + glints(drawing, [-60, -74, 17], [64, -14, 11])
  )
}

/** A tree with brass bark that carries the fruit. */
export function tree(drawing: Drawing): string {
  const crown = ([[0, -58, 46], [-48, -40, 38], [48, -40, 38], [-70, -2, 32], [70, -2, 32], [-28, -8, 42], [30, -8, 42]] as const)
    .map(([x, y, r]) => relief(drawing, { round: 8, height: 11, gloss: 0.5, shadow: 5, rim: '#eaffb8' }, circle(x, y, r, drawing.radial([[0, '#b8f07a'], [0.6, '#4aa84a'], [1, '#1c6a38']], 0.38, 0.28))))
    .join('')
  const hung = ([[-58, 6, 0.2, apple], [58, 2, 0.2, pear], [-20, -44, 0.19, plum], [30, -52, 0.2, apple], [4, 6, 0.21, cherry]] as const)
    .map(([x, y, scale, art]) => drawing.place({ x, y, scale }, art))
    .join('')
  return (
    relief(drawing, { round: 5, height: 10, gloss: 0.9, shadow: 6, rim: '#ffe0a8' }, path('M-14 10C-16 50 -30 80 -58 100L58 100C30 80 16 50 14 10C34 -6 44 -12 52 -22L44 -28C30 -14 14 -4 0 -4C-14 -4 -30 -14 -44 -28L-52 -22C-44 -12 -34 -6 -14 10Z', metal(drawing, BRASS, 20))) +
    drawing.place({ x: 0, y: 58, scale: 1 }, (d) => wheel(d, 10, 20, COPPER)) + crown + hung +
    ellipse(0, 101, 70, 5, '#0c2a14', 'opacity="0.5"')
  )
}
