import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { GOLD, type Tones, WOOD, glints, metal, relief, solid } from '../../kit/materials'
import { type Point, polygon, smooth } from '../../kit/shapes'

export const RED: Tones = { shine: '#ffd8c4', light: '#ff7a5a', base: '#e0302a', shade: '#a01420', deep: '#520812' }
export const AMBER: Tones = { shine: '#fffbe0', light: '#ffe07a', base: '#f5b02a', shade: '#b87412', deep: '#5c3606' }
export const JADE: Tones = { shine: '#e6fff0', light: '#8ae8b0', base: '#2fa878', shade: '#146a54', deep: '#06362e' }
const SNOW: Tones = { shine: '#ffffff', light: '#fffaf0', base: '#f0e2cc', shade: '#c4a888', deep: '#7a5c44' }
const SKY: Tones = { shine: '#eaf8ff', light: '#9ad8ff', base: '#3f9ae0', shade: '#1f5ea4', deep: '#0c2c58' }

/** Facets of folded paper: corners and which of the five tones (0 the brightest) each has. */
export function folded(drawing: Drawing, tones: Tones, facets: readonly (readonly [tone: number, ...corners: Point[]])[]): string {
  const scale = [tones.shine, tones.light, tones.base, tones.shade, tones.deep]
  const next = (tone: number): string => scale[Math.min(4, tone + 1)] ?? tones.deep
  return relief(
    drawing,
    { round: 1, height: 3, gloss: 0.25, shadow: 5, rim: tones.shine, rimOpacity: 0.4 },
    ...facets.map(([tone, ...corners]) => path(polygon(corners), drawing.linear([[0, scale[tone] ?? tones.base], [1, next(tone)]], 70), `stroke="${scale[tone]}" stroke-width="0.8" stroke-linejoin="round"`)),
  )
}

/** A dragon's head of folded paper, looking left. */
export function dragon(drawing: Drawing, tones: Tones): string {
  const horns = folded(drawing, AMBER, [
    [1, [26, -50], [66, -100], [46, -44]],
    [2, [46, -44], [66, -100], [60, -40]],
    [1, [4, -54], [30, -104], [26, -50]],
    [3, [26, -50], [30, -104], [36, -50]],
  ])
  const mane = folded(drawing, tones.base === RED.base ? AMBER : RED, [
    [1, [44, -48], [98, -62], [58, -14]],
    [2, [56, -22], [104, -14], [58, 14]],
    [1, [56, 8], [100, 34], [46, 42]],
    [2, [46, 36], [84, 76], [26, 62]],
    [3, [58, -14], [104, -14], [60, 2]],
    [3, [50, 34], [84, 76], [40, 54]],
  ])
  const head = folded(drawing, tones, [
    [1, [-24, -46], [22, -58], [58, -30], [16, -20]],
    [2, [16, -20], [58, -30], [62, 16], [26, 18]],
    [3, [26, 18], [62, 16], [46, 52], [10, 46]],
    [0, [-24, -46], [16, -20], [-14, -14]],
    [1, [-14, -14], [16, -20], [26, 18], [-4, 14]],
    [1, [-98, -14], [-24, -46], [-14, -14], [-58, 0]],
    [2, [-98, -14], [-58, 0], [-14, -14], [-4, 14], [-62, 18], [-98, 8]],
    [0, [-98, -14], [-86, -34], [-66, -28]],
    [3, [-4, 14], [26, 18], [10, 46], [-12, 40]],
    [2, [-82, 52], [-12, 34], [10, 46], [-20, 66], [-66, 66]],
    [3, [-82, 52], [-66, 66], [-44, 78], [-20, 66]],
  ])
  const mouth = path(polygon([[-92, 14], [-62, 18], [-4, 14], [-12, 36], [-78, 50]]), '#5c0f1c') + folded(drawing, { ...RED, base: '#ff6a84', light: '#ff9ab0', shade: '#d83a5a' }, [[1, [-70, 44], [-30, 28], [-14, 34], [-40, 44]]])
  const teeth = folded(drawing, SNOW, [
    [0, [-88, 12], [-74, 16], [-80, 32]],
    [0, [-60, 17], [-46, 16], [-54, 30]],
    [0, [-34, 15], [-20, 14], [-28, 27]],
    [1, [-70, 48], [-56, 44], [-64, 30]],
    [1, [-40, 42], [-26, 38], [-34, 26]],
  ])
  return (
    mane + horns + mouth + head + teeth +
    path(polygon([[-18, -34], [18, -40], [28, -20], [-4, -16]]), '#fff8e0') + circle(10, -27, 8, tones.deep) + circle(7, -30, 2.6, '#fff') +
    folded(drawing, tones, [[3, [-26, -40], [24, -52], [34, -38], [-14, -28]]]) + circle(-84, -12, 4, tones.deep) +
    stroke('M-94 -4C-108 16 -98 40 -104 58M-90 2C-96 24 -86 44 -90 70', AMBER.base, 3.4) +
    folded(drawing, SNOW, [[0, [-20, 66], [10, 52], [0, 96]], [1, [-44, 74], [-20, 66], [-30, 92]]])
  )
}

/** A kite with two tails. */
export function kite(drawing: Drawing): string {
  return (
    stroke('M0 62C26 78 -22 88 8 104', '#fff2d0', 4) +
    [[10, 76], [-8, 90]].map(([x = 0, y = 0], i) => folded(drawing, i === 0 ? RED : AMBER, [[1, [x, y], [x - 16, y - 8], [x - 14, y + 8]], [2, [x, y], [x + 16, y - 8], [x + 14, y + 8]]])).join('') +
    folded(drawing, SKY, [
      [1, [0, -96], [-68, -24], [0, -24]],
      [2, [0, -96], [0, -24], [68, -24]],
      [2, [-68, -24], [0, -24], [0, 66]],
      [3, [0, -24], [68, -24], [0, 66]],
    ]) +
    folded(drawing, AMBER, [[1, [0, -62], [-34, -24], [0, -24]], [2, [0, -62], [0, -24], [34, -24]], [2, [-34, -24], [0, -24], [0, 22]], [3, [0, -24], [34, -24], [0, 22]]]) +
    circle(0, -24, 10, RED.base) + glints(drawing, [-38, -50, 12])
  )
}

/** A paper crane. */
export function crane(drawing: Drawing): string {
  return (
    folded(drawing, SNOW, [
      [1, [-8, 10], [-70, -82], [24, -4]],
      [2, [-70, -82], [-92, -24], [-8, 10]],
      [0, [14, 8], [78, -78], [94, -18]],
      [2, [14, 8], [94, -18], [20, 34]],
      [1, [-46, 26], [14, 6], [44, 34], [-4, 66]],
      [3, [-46, 26], [-4, 66], [-20, 40]],
      [2, [-46, 26], [-96, -2], [-28, 40]],
      [0, [-96, -2], [-104, 12], [-80, 10]],
      [1, [44, 34], [100, 74], [24, 52]],
      [3, [44, 34], [100, 74], [60, 34]],
    ]) +
    path(polygon([[-104, 12], [-92, 4], [-88, 12]]), RED.base) + circle(-86, 3, 3, '#3a1014') +
    ([[50, -42], [66, -30], [-60, -44], [-40, -18]] as const).map(([x, y]) => drawing.place({ x, y }, () => Array.from({ length: 5 }, (_, i) => ellipse(Math.cos(i * 1.257) * 5, Math.sin(i * 1.257) * 5, 4, 4, '#ff7a9a')).join('') + circle(0, 0, 2.6, '#ffd75a'))).join('')
  )
}

/** An ink stone with its brush. */
export function ink(drawing: Drawing): string {
  const stone: Tones = { shine: '#8a8aa8', light: '#5a5a78', base: '#36364c', shade: '#1e1e2e', deep: '#0c0c16' }
  return (
    relief(drawing, { round: 6, height: 11, gloss: 0.8, shadow: 8, rim: '#a0b0ff', rimWidth: 3 }, path('M-80 -40Q-84 -60 -62 -62H62Q84 -60 80 -40V66Q82 86 60 86H-60Q-82 86 -80 66Z', solid(drawing, stone))) +
    path(smooth([[-50, -36], [50, -36], [58, 20], [40, 60], [-40, 60], [-58, 20]]), '#0a0a12') + ellipse(-6, 26, 44, 24, drawing.radial([[0, '#2c2c5a'], [1, '#05050c']])) + path('M-36 16A40 22 0 0 1 12 6', 'none', 'stroke="#b8c0ff" stroke-width="4" stroke-linecap="round" opacity="0.7"') +
    drawing.place({ x: 14, y: -6, turn: 38 }, (d) =>
      relief(d, { round: 3, height: 8, gloss: 0.9, shadow: 5, rim: '#ffe0b0' }, path('M-8 -104H8V20H-8Z', solid(d, WOOD)), path('M-11 18H11V34H-11Z', metal(d, GOLD))) + relief(d, { round: 3, height: 7, gloss: 0.4, shadow: 2 }, path('M-11 34H11C14 54 6 70 0 84C-6 70 -14 54 -11 34Z', d.linear([[0, '#f6ead0'], [0.5, '#8a7a6a'], [1, '#14141f']]))),
    ) + circle(-52, 74, 5, RED.base) + glints(drawing, [-58, -48, 12])
  )
}

/** A lucky knot of silk. */
export function knot(drawing: Drawing): string {
  const cord = (d: string): string => stroke(d, RED.shade, 17) + stroke(d, RED.base, 13) + stroke(d, RED.light, 4, 'opacity="0.75"')
  return (
    relief(drawing, { round: 3, height: 7, gloss: 0.7, shadow: 6, rim: '#ffd0b8' },
      cord('M0 -100V-70M-20 -50A26 26 0 1 1 -46 -20L-8 18M20 -50A26 26 0 1 0 46 -20L8 18'), cord('M0 -70L-48 -22A26 26 0 1 0 -30 24L18 -24M0 -70L48 -22A26 26 0 1 1 30 24L-18 -24'), cord('M-24 4L0 30L24 4')) +
    relief(drawing, { round: 2, height: 8, gloss: 1.2, shadow: 3 }, circle(0, 38, 12, solid(drawing, JADE)), path('M-13 50H13L9 60H-9Z', metal(drawing, GOLD))) +
    Array.from({ length: 9 }, (_, i) => stroke(`M${-9 + i * 2.2} 60Q${-14 + i * 3.4} 82 ${-12 + i * 3} 103`, i % 2 === 0 ? RED.base : RED.light, 3.4)).join('') + glints(drawing, [-42, -28, 11])
  )
}

/** A scroll that is unrolled: the scatter. */
export function scroll(drawing: Drawing): string {
  const rod = (y: number): string => relief(drawing, { round: 3, height: 9, gloss: 0.9, shadow: 5, rim: '#ffe0b0' }, path(`M-78 ${y - 11}H78V${y + 11}H-78Z`, solid(drawing, WOOD)), circle(-84, y, 13, metal(drawing, GOLD)), circle(84, y, 13, metal(drawing, GOLD)))
  return (
    circle(0, -6, 103, drawing.radial([[0, '#fff0b0', 0.9], [0.6, '#ff7a4a', 0.4], [1, '#ff4a2a', 0]])) +
    relief(drawing, { round: 2, height: 5, gloss: 0.3, shadow: 5 }, path('M-66 -70H66V60H-66Z', drawing.linear([[0, '#f0d8a0'], [0.2, '#fff8e4'], [0.8, '#fff4d8'], [1, '#e0c088']]))) +
    path('M-56 -56H56V46H-56Z', 'none', `stroke="${RED.base}" stroke-width="2.4"`) +
    drawing.place({ x: 2, y: -6, scale: 0.44 }, (d) => dragon(d, RED)) + rod(-76) + rod(62)
  )
}
