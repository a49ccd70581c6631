import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { GOLD, type Tones, WOOD, gem, glints, metal, relief, solid } from '../../kit/materials'
import { type Point, disc, petal, polar, roundedBox, smooth } from '../../kit/shapes'

export const BASALT: Tones = { shine: '#b8a8c0', light: '#6e5c7c', base: '#43344f', shade: '#271b32', deep: '#120a1a' }
export const JADE: Tones = { shine: '#e4fff4', light: '#7df2cc', base: '#1fb896', shade: '#0c7468', deep: '#053a3a' }
export const LAVA: Tones = { shine: '#fffbd8', light: '#ffd24a', base: '#ff7a1c', shade: '#d22a0c', deep: '#620c08' }
export const EMBER: Tones = { shine: '#ffe6d8', light: '#ff9a6a', base: '#e8442a', shade: '#98182a', deep: '#460a1e' }
const HIDE: Tones = { shine: '#fffaf0', light: '#ffe9c4', base: '#f2c88a', shade: '#b07840', deep: '#5c3416' }
const CRYSTAL: Tones = { shine: '#fff0ff', light: '#ff9aec', base: '#e02ab8', shade: '#8a1290', deep: '#3e0658' }

/** A flame that stands at the origin and reaches up to -`height`. */
export function flame(drawing: Drawing, height: number, width: number): string {
  const tongue = (h: number, w: number, lean: number): string =>
    smooth([[0, 0], [-w * 0.9, -h * 0.1], [-w, -h * 0.36], [-w * 0.55, -h * 0.6], [-w * 0.5 + lean, -h * 0.86], [lean * 1.6, -h], [w * 0.25 + lean, -h * 0.7], [w * 0.5, -h * 0.78], [w * 0.8, -h * 0.5], [w, -h * 0.3], [w * 0.8, -h * 0.08]])
  return (
    ellipse(0, -height * 0.45, width * 2, height * 0.8, drawing.radial([[0, '#ffb03a', 0.75], [0.5, '#ff6a1a', 0.3], [1, '#ff3a0a', 0]])) +
    relief(drawing, { round: 4, height: 6, gloss: 0.5, shadow: 0, rim: '#ffe48a', rimOpacity: 0.8 }, path(tongue(height, width, width * 0.16), drawing.linear([[0, '#e8240c'], [0.5, '#ff5a14'], [1, '#ff9a2a']]))) +
    path(tongue(height * 0.72, width * 0.68, width * 0.1), drawing.linear([[0, '#ff8a1a'], [0.6, '#ffc23a'], [1, '#ffe88a']])) +
    path(tongue(height * 0.42, width * 0.4, 0), drawing.linear([[0, '#ffe27a'], [1, '#fffdf0']]))
  )
}

/** The fire idol: a mask of jade under a crown of flames, with lava behind its eyes. */
export function idol(drawing: Drawing): string {
  const feathers = [-64, -42, -21, 0, 21, 42, 64]
    .map((turn, i) =>
      drawing.place({ x: turn * 0.62, y: -44 + Math.abs(turn) * 0.3, turn: turn * 0.82 }, (d) =>
        relief(d, { round: 3, height: 7, gloss: 0.8, shadow: 4, rim: '#ffe48a' }, path(petal(i === 3 ? 58 : 52, 15), solid(d, i % 2 === 0 ? LAVA : EMBER, 90))) +
        path(petal(30, 7), d.linear([[0, '#fff6b0'], [1, '#ffb02a']]))),
    )
    .join('')
  const face = 'M-70 -46Q0 -70 70 -46L76 6Q72 34 52 46L40 84Q0 102 -40 84L-52 46Q-72 34 -76 6Z'
  const eye = (side: number): string =>
    path(`M${side * 14} -8L${side * 60} -28L${side * 58} 0Q${side * 38} 14 ${side * 16} 6Z`, '#3a0606') +
    path(`M${side * 20} -5L${side * 55} -20L${side * 53} -2Q${side * 38} 8 ${side * 20} 3Z`, drawing.radial([[0, '#fffbd0'], [0.5, '#ffc02a'], [1, '#ff4a0a']])) +
    circle(side * 38, -6, 6, '#5a0c04')
  const tooth = (x: number): string => path(roundedBox(x, 62, 13, 17, 3), drawing.linear([[0, '#fffdf0'], [1, '#f0d09a']]))
  return (
    feathers +
    [-1, 1].map((s) => relief(drawing, { round: 4, height: 9, gloss: 1.1, shadow: 5, rim: '#fff6cf' }, circle(s * 80, 14, 18, metal(drawing, GOLD, 60)), circle(s * 80, 44, 11, metal(drawing, GOLD, 60))) + circle(s * 80, 14, 8, LAVA.base)).join('') +
    relief(drawing, { round: 7, height: 13, gloss: 0.9, shadow: 8, rim: '#c8fff0', rimWidth: 3 }, path(face, solid(drawing, JADE, 70))) +
    relief(drawing, { round: 3, height: 8, gloss: 1.2, shadow: 3, rim: '#fff6cf' }, path('M-74 -46Q0 -74 74 -46L72 -24Q0 -54 -72 -24Z', metal(drawing, GOLD, 70))) +
    relief(drawing, { round: 3, height: 7, gloss: 1.3, shadow: 2 }, path('M0 -66L15 -50L0 -33L-15 -50Z', drawing.radial([[0, '#fff0a0'], [0.5, '#ff6a1a'], [1, '#a0140a']], 0.4, 0.3))) +
    eye(-1) + eye(1) +
    relief(drawing, { round: 3, height: 8, gloss: 0.8, shadow: 3, rim: '#c8fff0' }, path('M-9 -14H9L22 30Q0 42 -22 30Z', solid(drawing, JADE, 90))) +
    relief(drawing, { round: 3, height: 7, gloss: 1.1, shadow: 2 }, path('M-44 44Q0 58 44 44Q48 62 38 78Q0 90 -38 78Q-48 62 -44 44Z', metal(drawing, GOLD, 80))) +
    path('M-37 51Q0 62 37 51Q38 62 31 72Q0 80 -31 72Q-38 62 -37 51Z', '#4a0806') +
    [-23, -8, 8, 23].map(tooth).join('') +
    [-1, 1].map((s) => stroke(`M${s * 64} 14Q${s * 50} 22 ${s * 46} 36`, JADE.deep, 4, 'opacity="0.6"') + stroke(`M${s * 70} 2L${s * 58} 10`, '#ff9a2a', 5)).join('')
  )
}

/** A volcano in eruption: lava down its flanks, a column of fire over it. */
export function volcano(drawing: Drawing): string {
  const cone = 'M-98 84L-40 -22Q-34 -32 -22 -28L-8 -20L8 -26L24 -28Q36 -30 42 -18L98 84Q0 104 -98 84Z'
  const spark = (degrees: number, radius: number, size: number): string => {
    const [x, y] = polar(degrees, radius, 0, -28)
    return circle(x, y, size * 2.4, drawing.radial([[0, '#ffb03a', 0.8], [1, '#ff5a1a', 0]])) + circle(x, y, size, '#fff0a8')
  }
  return (
    circle(0, -34, 98, drawing.radial([[0, '#ffce4a', 0.95], [0.5, '#ff6a1a', 0.5], [1, '#ff2a0a', 0]])) +
    drawing.place({ x: -26, y: -18, turn: -26 }, (d) => flame(d, 62, 16)) +
    drawing.place({ x: 28, y: -18, turn: 26 }, (d) => flame(d, 60, 16)) +
    drawing.place({ x: 0, y: -14 }, (d) => flame(d, 88, 26)) +
    [-150, -128, -52, -30, -112, -68].map((angle, i) => spark(angle, 62 + (i % 3) * 11, 3.4 + (i % 2))).join('') +
    relief(drawing, { round: 6, height: 12, gloss: 0.6, shadow: 7, rim: '#ff8a4a', rimWidth: 4, rimOpacity: 0.8 }, path(cone, drawing.linear([[0, '#8a4a5a'], [0.35, '#553048'], [1, '#1e1028']]))) +
    ellipse(0, -24, 33, 9, drawing.radial([[0, '#fffdf0'], [0.6, '#ffc22a'], [1, '#ff5a0a']])) +
    relief(
      drawing,
      { round: 3, height: 8, gloss: 0.9, shadow: 2, rim: '#fff2b0' },
      path('M-14 -22C-10 6 -30 16 -24 42C-20 58 -34 66 -40 88L-14 92C-18 70 2 60 -4 38C-8 18 8 8 4 -20Z', solid(drawing, LAVA, 90)),
      path('M20 -22C18 0 36 10 30 32C26 50 52 62 60 86L40 90C34 72 12 58 16 36C18 16 10 0 12 -20Z', solid(drawing, LAVA, 90)),
    ) +
    stroke('M-6 -14C-4 10 -18 20 -14 42C-12 58 -22 68 -26 84', '#fff6b0', 4, 'opacity="0.85"') +
    stroke('M17 -14C16 4 28 14 23 34C20 50 42 64 48 82', '#fff6b0', 3.4, 'opacity="0.85"')
  )
}

/** A fire salamander on a disc of jade. */
export function salamander(drawing: Drawing): string {
  const body = smooth([[-8, -80], [18, -74], [26, -54], [14, -36], [30, -16], [36, 12], [20, 36], [4, 48], [6, 64], [28, 74], [52, 64], [60, 44], [68, 54], [56, 82], [24, 96], [-12, 86], [-22, 62], [-8, 34], [-2, 12], [-12, -8], [-14, -28], [-26, -40], [-30, -62]])
  const leg = (d: string): string => stroke(d, '#2c1410', 16) + stroke(d, EMBER.base, 11)
  const toes = (x: number, y: number): string => [-7, 0, 7].map((dx) => circle(x + dx, y + Math.abs(dx) * 0.3, 5.4, LAVA.light)).join('')
  return (
    relief(drawing, { round: 5, height: 11, gloss: 1, shadow: 7, rim: '#fff6cf' }, circle(0, 0, 100, metal(drawing, GOLD, 60))) +
    circle(0, 0, 89, drawing.radial([[0, '#5af0c8'], [0.6, '#128a7a'], [1, '#043a40']], 0.4, 0.3)) +
    [0, 30, 60, 90, 120, 150].map((a) => { const [x, y] = polar(a, 80); return stroke(`M${x.toFixed(1)} ${y.toFixed(1)}L${(-x).toFixed(1)} ${(-y).toFixed(1)}`, '#04504c', 3, 'opacity="0.35"') }).join('') +
    relief(drawing, { round: 3, height: 7, gloss: 0.7, shadow: 4 }, leg('M14 -28Q44 -36 54 -56'), leg('M-16 -22Q-44 -20 -58 -36'), leg('M26 22Q52 14 64 -4'), leg('M-6 26Q-36 18 -54 34'), toes(54, -58), toes(-58, -38), toes(64, -6), toes(-54, 36)) +
    relief(drawing, { round: 6, height: 12, gloss: 1.1, shadow: 7, rim: '#ffe48a', rimWidth: 3 }, path(body, drawing.linear([[0, '#ffb43a'], [0.4, '#ff6a1c'], [1, '#c81e14']]))) +
    ([[-2, -58, 9, 6], [2, -34, 8, 6], [8, -12, 8, 7], [16, 10, 8, 7], [6, 32, 7, 6], [-4, 54, 6, 6], [12, 78, 6, 5], [40, 78, 5, 4]] as const).map(([x, y, rx, ry]) => ellipse(x, y, rx, ry, '#2c0e12')).join('') +
    [-1, 1].map((s) => circle(-2 + s * 15, -66 + (s + 1) * 2, 7.5, '#fff6c0') + circle(-2 + s * 15, -67 + (s + 1) * 2, 4.4, '#14060a')).join('') +
    glints(drawing, [18, -48, 10])
  )
}

/** Half a stone that has cracked open, crystals glowing inside. */
export function geode(drawing: Drawing): string {
  const shell: Point[] = [[-20, -92], [36, -86], [78, -52], [96, 4], [74, 62], [26, 92], [-40, 86], [-84, 50], [-96, -10], [-70, -62]]
  const inner = shell.map(([x, y], i): Point => [x * (i % 2 === 0 ? 0.74 : 0.68), y * (i % 2 === 0 ? 0.7 : 0.76)])
  const spike = (x: number, y: number, scale: number, turn: number, tones: Tones): string =>
    drawing.place({ x, y, scale, turn }, (d) => relief(d, { round: 1.4, height: 4, gloss: 1, shadow: 3, rimOpacity: 0.2 }, gem(d, [[0, -46], [19, -22], [17, 26], [-17, 26], [-19, -22]], [[0, -30], [7, -16], [6, 26], [-6, 26], [-7, -16]], tones)))
  return (
    relief(drawing, { round: 6, height: 13, gloss: 0.5, shadow: 8, rim: '#ff9a6a', rimWidth: 3 }, path(smooth(shell, true, 0.6), solid(drawing, BASALT, 70))) +
    path(smooth(inner.map(([x, y]): Point => [x * 1.1, y * 1.1]), true, 0.7), metal(drawing, GOLD, 50)) +
    path(smooth(inner, true, 0.7), drawing.radial([[0, '#ffe27a'], [0.35, '#ff6aa8'], [0.75, '#8a128a'], [1, '#2c0440']])) +
    spike(-38, 24, 0.82, -58, CRYSTAL) + spike(40, 22, 0.84, 56, CRYSTAL) + spike(-30, -16, 0.86, -34, LAVA) + spike(34, -18, 0.84, 32, LAVA) + spike(-14, 36, 0.84, -14, LAVA) + spike(18, 36, 0.8, 16, CRYSTAL) + spike(1, 4, 1.12, 0, CRYSTAL) +
    glints(drawing, [2, -36, 17], [-44, -26, 10], [50, 24, 10])
  )
}

/** A torch of carved wood. */
export function torch(drawing: Drawing): string {
  return drawing.place({ x: 6, y: 4, turn: 14 }, (d) =>
    d.place({ x: 0, y: -18, scale: 1 }, (e) => flame(e, 84, 34)) +
    relief(d, { round: 4, height: 10, gloss: 0.6, shadow: 7, rim: '#ffb06a' }, path('M-17 -6H17L9 96Q0 102 -9 96Z', solid(d, WOOD, 0))) +
    stroke('M-4 26L-2 88M6 20L4 86', WOOD.deep, 2.4, 'opacity="0.55"') +
    relief(d, { round: 3, height: 9, gloss: 1.2, shadow: 4, rim: '#fff6cf' }, path('M-36 -28Q0 -14 36 -28L26 12Q0 22 -26 12Z', metal(d, GOLD, 20)), path(roundedBox(0, 38, 30, 12, 5), metal(d, GOLD, 20)), path(roundedBox(0, 72, 24, 10, 5), metal(d, GOLD, 20))) +
    path('M-17 -13L-6 -2L-17 9L-23 -6ZM17 -13L23 -6L17 9L6 -2Z', JADE.base) +
    path('M0 -12L9 0L0 13L-9 0Z', d.radial([[0, '#fff0a0'], [0.6, '#ff5a1a'], [1, '#a0140a']])),
  )
}

/** A drum of the mountain's people. */
export function drum(drawing: Drawing): string {
  const barrel = 'M-72 -46Q-92 14 -62 72Q0 104 62 72Q92 14 72 -46Z'
  const zigzag = Array.from({ length: 9 }, (_, i) => `${-78 + i * 19.5} ${i % 2 === 0 ? 36 + Math.sin((i / 8) * Math.PI) * 14 : 4 + Math.sin((i / 8) * Math.PI) * 16}`).join('L')
  return (
    relief(drawing, { round: 6, height: 13, gloss: 0.8, shadow: 8, rim: '#ffb06a', rimWidth: 3 }, path(barrel, drawing.linear([[0, '#6a1a1e'], [0.25, '#c8382a'], [0.5, '#f0603a'], [0.75, '#c8382a'], [1, '#5a141c']], 0))) +
    `<g clip-path="${drawing.clip(barrel)}">${stroke(`M${zigzag}`, '#3a0a10', 15)}${stroke(`M${zigzag}`, JADE.light, 8)}</g>` +
    relief(drawing, { round: 3, height: 8, gloss: 1.2, shadow: 3, rim: '#fff6cf' }, path('M-66 62Q0 96 66 62L61 80Q0 110 -61 80Z', metal(drawing, GOLD, 0)), path(disc(0, -46, 82, 34), metal(drawing, GOLD, 10))) +
    ellipse(0, -49, 70, 26, drawing.radial([[0, HIDE.shine], [0.6, HIDE.light], [1, HIDE.base]], 0.4, 0.35)) +
    path('M0 -67L11 -53L34 -49L11 -44L0 -31L-11 -44L-34 -49L-11 -53Z', EMBER.base) +
    ellipse(0, -49, 7, 4, LAVA.light) +
    [-1, 1].map((s) => drawing.place({ x: s * 44, y: -76, turn: s * 52 }, (d) => relief(d, { round: 2, height: 6, gloss: 0.8, shadow: 4 }, path(roundedBox(0, 0, 9, 58, 4), solid(d, WOOD, 0)), circle(0, 29, 12, solid(d, HIDE))))).join('')
  )
}
