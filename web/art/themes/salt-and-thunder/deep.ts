import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { BRASS, GOLD, SILVER, type Tones, WOOD, glints, metal, relief, solid } from '../../kit/materials'
import { polygon, ring, smooth } from '../../kit/shapes'

const SEA: Tones = { shine: '#d8fff2', light: '#4fd0b4', base: '#128a86', shade: '#0a4f62', deep: '#04263a' }
const SAIL: Tones = { shine: '#ffffff', light: '#f2e8d4', base: '#c9b594', shade: '#8a7356', deep: '#4a3a28' }
export const BOLT: Tones = { shine: '#ffffff', light: '#fff7a8', base: '#ffe04a', shade: '#e0a012', deep: '#7a4c04' }

/** A forked bolt of lightning from (0, -100) to (0, 100). */
export function bolt(drawing: Drawing): string {
  const d = 'M14 -100L-34 6L-4 0L-22 100L40 -22L8 -14L34 -100Z'
  return (
    path(d, '#ffe95a', `opacity="0.55" filter="${drawing.blur(9)}"`) +
    relief(drawing, { round: 2.4, height: 7, gloss: 1.2, shadow: 4, rim: '#ffffff' }, path(d, solid(drawing, BOLT)))
  )
}

/** The kraken: a furious head and eight arms. */
export function kraken(drawing: Drawing): string {
  const skin = solid(drawing, SEA, 80)
  const arm = (points: readonly (readonly [number, number])[], suckers: readonly (readonly [number, number, number])[]): string =>
    relief(drawing, { round: 5, height: 10, gloss: 0.9, sharpness: 14, shadow: 6, rim: '#b8fff0', rimOpacity: 0.7 }, path(smooth(points), skin)) +
    suckers.map(([x, y, r]) => circle(x, y, r, '#ffd0b0') + circle(x, y, r * 0.5, '#d8806a')).join('')
  const side = (s: number): string =>
    arm([[s * 20, 40], [s * 62, 62], [s * 90, 30], [s * 86, -10], [s * 98, -30], [s * 78, -40], [s * 68, -12], [s * 72, 20], [s * 56, 40], [s * 30, 24]], [[s * 80, -26, 5], [s * 77, -6, 6], [s * 80, 16, 6.6], [s * 70, 40, 7]]) +
    arm([[s * 8, 48], [s * 40, 88], [s * 82, 92], [s * 98, 70], [s * 88, 60], [s * 70, 74], [s * 48, 66], [s * 26, 40]], [[s * 84, 78, 5], [s * 66, 83, 6], [s * 48, 78, 6.6]])
  return (
    side(-1) +
    side(1) +
    arm([[-20, 44], [-26, 80], [-8, 100], [-2, 80], [-8, 44]], [[-15, 70, 5], [-10, 84, 4.4]]) +
    arm([[8, 44], [2, 80], [10, 100], [26, 82], [20, 44]], [[15, 70, 5], [13, 84, 4.4]]) +
    relief(drawing, { round: 10, height: 13, gloss: 1, sharpness: 14, shadow: 7, rim: '#b8fff0', rimOpacity: 0.9, rimWidth: 3.4 }, path(smooth([[0, -100], [46, -84], [64, -40], [50, 4], [40, 44], [0, 56], [-40, 44], [-50, 4], [-64, -40], [-46, -84]]), skin)) +
    [[-26, -70, 9], [-8, -82, 6], [30, -66, 10], [14, -84, 5], [-42, -46, 6], [44, -40, 7], [0, -58, 5]].map(([x = 0, y = 0, r = 0]) => ellipse(x, y, r, r * 0.8, '#0a4f62', 'opacity="0.5"')).join('') +
    [-1, 1]
      .map((s) => path(`M${s * 8} -10Q${s * 26} -34 ${s * 48} -22Q${s * 46} 4 ${s * 24} 8Q${s * 10} 6 ${s * 8} -10Z`, '#fff7c4') + circle(s * 26, -9, 11, '#ffb21e') + ellipse(s * 26, -9, 4, 10, '#1a0604') + circle(s * 22, -14, 2.6, '#fff') + stroke(`M${s * 4} -14Q${s * 24} -40 ${s * 52} -26`, '#04263a', 8))
      .join('') +
    path('M-22 22Q0 12 22 22Q20 46 0 48Q-20 46 -22 22Z', '#2a0612') +
    path('M-18 22L-12 32L-6 21L0 32L6 21L12 32L18 22Q0 14 -18 22Z', '#fff8ea')
  )
}

/** A galleon heeling over in the wind. */
export function galleon(drawing: Drawing): string {
  const sail = (d: string): string => relief(drawing, { round: 4, height: 9, gloss: 0.4, shadow: 4, rim: '#ffffff' }, path(d, solid(drawing, SAIL, 70)))
  return drawing.place({ x: 0, y: 4, turn: -6 }, (d) =>
    stroke('M-40 40V-78M4 44V-96M46 40V-66M60 34L98 6', '#4a2a12', 6) +
    sail('M-70 -60Q-40 -72 -14 -60Q-4 -36 -16 -14Q-44 -26 -72 -12Q-82 -36 -70 -60Z') +
    sail('M-28 -78Q4 -92 36 -78Q48 -48 34 -20Q4 -34 -30 -18Q-42 -48 -28 -78Z') +
    sail('M30 -50Q52 -58 72 -48Q80 -30 72 -10Q52 -20 30 -8Q22 -30 30 -50Z') +
    sail('M58 30L96 4Q94 22 74 34Z') +
    path('M4 -96L40 -90L4 -80Z', '#e0283c') +
    circle(4, -54, 13, '#e0283c') + path('M-2 -60L10 -48M10 -60L-2 -48', 'none', 'stroke="#fff" stroke-width="4"') +
    relief(d, { round: 5, height: 10, gloss: 0.6, shadow: 6, rim: '#ffd79a' }, path('M-96 8L-76 18L66 28L92 20C90 56 64 82 20 84L-40 84C-72 80 -92 48 -96 8Z', solid(d, WOOD))) +
    stroke('M-90 24Q0 44 88 32M-84 44Q0 62 78 50', '#ffcf7c', 3.4) +
    [-60, -34, -8, 18, 44].map((x) => path(`M${x - 7} 46h14v14h-14Z`, '#2a1006') + path(`M${x - 5} 48h10v4h-10Z`, '#ffb84a')).join(''),
  ) + path('M-104 84Q-78 66 -52 82T0 82T52 82T104 82L104 104L-104 104Z', drawing.linear([[0, '#d8fff6'], [0.4, '#2aa4a8'], [1, '#063c58']]))
}

/** A lighthouse beacon: its lamp sweeps both ways. */
export function beacon(drawing: Drawing): string {
  const beam = (s: number): string => path(polygon([[0, -52], [s * 106, -92], [s * 106, -20]]), drawing.linear([[0, '#fff7b0', s < 0 ? 0 : 0.95], [1, '#fff7b0', s < 0 ? 0.95 : 0]], 0))
  return (
    circle(0, -50, 60, drawing.radial([[0, '#fff7b0', 0.95], [1, '#ffd84a', 0]])) + beam(-1) + beam(1) +
    relief(drawing, { round: 4, height: 9, gloss: 0.5, shadow: 6, rim: '#ffffff' }, path('M-24 -22L24 -22L36 88L-36 88Z', drawing.linear([[0, '#ffffff'], [0.6, '#e4e9f2'], [1, '#94a3c2']], 0))) +
    [[-4, 26], [42, 70]].map(([a = 0, b = 0]) => path(`M${-26 - a * 0.11} ${a}L${26 + a * 0.11} ${a}L${26 + b * 0.11} ${b}L${-26 - b * 0.11} ${b}Z`, drawing.linear([[0, '#ff5a5a'], [0.5, '#d81e34'], [1, '#8a0c22']], 0))).join('') +
    relief(drawing, { round: 2, height: 7, gloss: 1, shadow: 3 }, path('M-32 -30H32V-20H-32Z', metal(drawing, SILVER))) +
    path('M-20 -76H20V-30H-20Z', drawing.radial([[0, '#ffffff'], [0.5, '#fff29a'], [1, '#f0a82a']])) + stroke('M-20 -76V-30M-7 -76V-30M7 -76V-30M20 -76V-30', '#3a4666', 3) +
    relief(drawing, { round: 3, height: 8, gloss: 0.9, shadow: 3 }, path('M-28 -74Q0 -112 28 -74Z', solid(drawing, { shine: '#ffb0b0', light: '#ff5a5a', base: '#d81e34', shade: '#8a0c22', deep: '#430513' }))) +
    path('M-62 104Q-50 78 -36 86Q0 74 36 86Q52 76 66 104Z', '#2a3548')
  )
}

/** A trident with a bolt in it: the wild. */
export function trident(drawing: Drawing): string {
  const gold = metal(drawing, GOLD, 60)
  return (
    circle(0, -6, 103, drawing.radial([[0, '#fff29a', 0.85], [0.55, '#6ac8ff', 0.4], [1, '#2a6aff', 0]])) +
    drawing.place({ x: 0, y: -18, turn: 0 }, (d) =>
      relief(d, { round: 3, height: 10, gloss: 1.2, shadow: 7, rim: '#fff6cf' }, path('M-7 -30H7V96H-7Z', gold), path('M-62 -74L-48 -96L-38 -70L-44 -68C-44 -34 -28 -22 0 -22C28 -22 44 -34 44 -68L38 -70L48 -96L62 -74L56 -70C58 -18 34 -4 0 -4C-34 -4 -58 -18 -56 -70Z', gold), path('M0 -104L15 -72L7 -70V-10H-7V-70L-15 -72Z', gold)),
    ) +
    drawing.place({ x: -30, y: -2, scale: 0.62, turn: 24 }, bolt) +
    drawing.place({ x: 34, y: -6, scale: 0.56, turn: -24, flip: true }, bolt)
  )
}

/** The siren's lyre. */
export function lyre(drawing: Drawing): string {
  return (
    relief(drawing, { round: 4, height: 11, gloss: 1.2, shadow: 7, rim: '#fff6cf', rimWidth: 3 }, path('M-14 84C-62 74 -84 36 -72 -10C-64 -40 -50 -56 -64 -92C-30 -82 -26 -48 -38 -16C-50 20 -40 44 0 48C40 44 50 20 38 -16C26 -48 30 -82 64 -92C50 -56 64 -40 72 -10C84 36 62 74 14 84L14 96L-14 96Z', metal(drawing, GOLD, 60)), path('M-52 -54H52V-42H-52Z', metal(drawing, GOLD, 80))) +
    [-20, -10, 0, 10, 20].map((x) => stroke(`M${x} -44V52`, '#e8fbff', 2.4)).join('') +
    relief(drawing, { round: 3, height: 8, gloss: 1.2, shadow: 3 }, ...[[0, -48, 11], [-66, -88, 8], [66, -88, 8]].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, drawing.radial([[0, '#ffffff'], [0.5, '#8ff0e0'], [1, '#128a86']], 0.35, 0.3)))) +
    glints(drawing, [-54, 20, 15], [58, -30, 11])
  )
}

/** An anchor wound in rope. */
export function anchor(drawing: Drawing): string {
  const iron = metal(drawing, { ...SILVER, base: '#8494b4', shade: '#3f4c70' }, 60)
  return (
    relief(drawing, { round: 4, height: 11, gloss: 1, shadow: 7, rim: '#dff0ff', rimWidth: 3 }, path(ring(0, -76, 22, 11), iron, 'fill-rule="evenodd"'), path('M-10 -58H10V66H-10Z', iron), path('M-48 -46H48V-30H-48Z', iron), path('M-84 18L-58 44L-68 48C-54 68 -30 76 0 78C30 76 54 68 68 48L58 44L84 18L92 58L82 54C64 88 34 98 0 100C-34 98 -64 88 -82 54L-92 58Z', iron)) +
    relief(drawing, { round: 3, height: 7, gloss: 0.4, shadow: 4 }, path('M-14 -20C30 -10 -34 10 16 22C44 32 30 52 -6 46L-4 38C22 40 24 32 8 28C-44 14 12 -6 -18 -12Z', metal(drawing, BRASS, 30))) +
    glints(drawing, [-40, -40, 13], [0, -94, 10])
  )
}
