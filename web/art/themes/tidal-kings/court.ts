import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { GOLD, type Tones, glints, metal, relief, solid } from '../../kit/materials'
import { polar, smooth } from '../../kit/shapes'

const BLUE_SKIN: Tones = { shine: '#e6fbff', light: '#9fe4f4', base: '#4fb4d8', shade: '#2474a8', deep: '#0c3560' }
const BEARD: Tones = { shine: '#ffffff', light: '#dff6f0', base: '#8fd8cc', shade: '#3f98a0', deep: '#134a5c' }
export const CORAL: Tones = { shine: '#ffe9e2', light: '#ff9c8a', base: '#f05a66', shade: '#b02a52', deep: '#561036' }
const ROSE_SKIN: Tones = { shine: '#fff2ea', light: '#ffd2bc', base: '#f0a58c', shade: '#b86a64', deep: '#6a3040' }
const PEARL: Tones = { shine: '#ffffff', light: '#fdf0ff', base: '#e0c8ee', shade: '#a088c0', deep: '#584478' }
const AMBER: Tones = { shine: '#fff6cf', light: '#ffd070', base: '#f59a2c', shade: '#b85c14', deep: '#5c2806' }

/** A crown of gold and coral, its base at y = 0. */
export function crown(drawing: Drawing): string {
  return (
    relief(
      drawing,
      { round: 3, height: 11, gloss: 1.2, shadow: 6, rim: '#fff6cf', rimWidth: 3 },
      path('M-62 0L-76 -62L-40 -34L-24 -84L0 -40L24 -84L40 -34L76 -62L62 0Q0 18 -62 0Z', metal(drawing, GOLD, 60)),
      circle(-76, -66, 9, metal(drawing, GOLD)),
      circle(76, -66, 9, metal(drawing, GOLD)),
    ) +
    stroke('M-60 -10Q0 8 60 -10', '#9a5c0c', 3, 'opacity="0.7"') +
    relief(
      drawing,
      { round: 3, height: 8, gloss: 1.4, shadow: 2 },
      ...([[0, -14, 13], [-36, -20, 8], [36, -20, 8], [-24, -86, 8], [24, -86, 8]] as const).map(([x, y, r], i) =>
        circle(x, y, r, i === 0 ? drawing.radial([[0, '#ffd0e0'], [0.5, '#f0285e'], [1, '#7a0430']], 0.35, 0.3) : drawing.radial([[0, '#ffffff'], [0.6, '#f0dcff'], [1, '#a088c0']], 0.35, 0.3)),
      ),
    )
  )
}

/** The tidal king: crown, beard of foam, eyes like a calm sea. */
export function king(drawing: Drawing): string {
  const curl = (side: number): string =>
    relief(drawing, { round: 6, height: 10, gloss: 0.8, shadow: 5, rim: '#ffffff' }, path(smooth([[side * 30, -30], [side * 70, -18], [side * 88, 24], [side * 70, 62], [side * 92, 84], [side * 52, 90], [side * 40, 40]]), solid(drawing, BEARD, 80)))
  const strand = (x: number): string => stroke(`M${x} 34Q${x * 1.3} 62 ${x * 0.7} 92`, BEARD.shade, 3, 'opacity="0.5"')
  return (
    curl(-1) +
    curl(1) +
    [-1, 1].map((s) => relief(drawing, { round: 3, height: 7, gloss: 0.8, shadow: 3, rim: '#ffffff' }, path(`M${s * 48} -14L${s * 92} -36L${s * 82} -8L${s * 96} 12L${s * 52} 18Z`, solid(drawing, CORAL)))).join('') +
    relief(drawing, { round: 8, height: 12, gloss: 0.7, shadow: 6, rim: '#d8fbff', rimOpacity: 0.8, rimWidth: 3 }, path(smooth([[0, -66], [46, -54], [56, -10], [48, 32], [0, 58], [-48, 32], [-56, -10], [-46, -54]]), solid(drawing, BLUE_SKIN))) +
    relief(drawing, { round: 7, height: 11, gloss: 0.8, shadow: 6, rim: '#ffffff', rimWidth: 3 }, path('M-56 6C-40 28 -24 20 0 20C24 20 40 28 56 6C70 44 54 74 30 86C22 104 -22 104 -30 86C-54 74 -70 44 -56 6Z', solid(drawing, BEARD, 80))) +
    [-34, -18, 0, 18, 34].map(strand).join('') +
    path('M-18 40Q0 34 18 40Q12 54 0 54Q-12 54 -18 40Z', '#7a1f3c') +
    path('M-13 41Q0 37 13 41Q8 46 0 46Q-8 46 -13 41Z', '#ffffff') +
    relief(drawing, { round: 5, height: 9, gloss: 0.8, shadow: 3, rim: '#ffffff' }, path('M0 26C-14 14 -34 18 -52 34C-44 42 -20 44 0 34C20 44 44 42 52 34C34 18 14 14 0 26Z', solid(drawing, BEARD, 90))) +
    relief(drawing, { round: 5, height: 9, gloss: 0.9, shadow: 2 }, path('M0 -18C10 -2 18 12 12 20C6 24 -6 24 -12 20C-18 12 -10 -2 0 -18Z', solid(drawing, BLUE_SKIN, 90))) +
    [-1, 1]
      .map((s) => ellipse(s * 26, -14, 14, 12, '#ffffff') + circle(s * 25, -13, 8.6, '#f5a02c') + circle(s * 25, -13, 4.4, '#2a0a14') + circle(s * 22, -17, 2.8, '#ffffff') + stroke(`M${s * 10} -28Q${s * 28} -44 ${s * 46} -28`, BEARD.light, 9) + stroke(`M${s * 10} -26Q${s * 28} -40 ${s * 46} -25`, BEARD.shade, 2.4, 'opacity="0.6"'))
      .join('') +
    drawing.place({ x: 0, y: -48, scale: 0.82 }, crown)
  )
}

/** The coral queen. */
export function queen(drawing: Drawing): string {
  const lock = (s: number): string => relief(drawing, { round: 6, height: 10, gloss: 1, shadow: 5, rim: '#ffd8e2' }, path(smooth([[s * 16, -70], [s * 62, -54], [s * 74, -6], [s * 60, 36], [s * 84, 66], [s * 66, 98], [s * 36, 86], [s * 44, 30], [s * 40, -20]]), solid(drawing, { ...CORAL, base: '#d83a78', light: '#ff86b0' }, 70)))
  return (
    lock(-1) +
    lock(1) +
    relief(drawing, { round: 6, height: 9, gloss: 0.6, shadow: 4, rim: '#ffffff' }, path('M-18 40H18L24 68Q56 74 62 100H-62Q-56 74 -24 68Z', solid(drawing, ROSE_SKIN)), path(smooth([[0, -62], [40, -50], [48, -8], [32, 36], [0, 58], [-32, 36], [-48, -8], [-40, -50]]), solid(drawing, ROSE_SKIN))) +
    relief(drawing, { round: 4, height: 9, gloss: 1, shadow: 4, rim: '#fff0ff' }, path('M-58 100C-54 74 -30 70 -4 88L0 100ZM58 100C54 74 30 70 4 88L0 100Z', solid(drawing, PEARL))) +
    relief(drawing, { round: 5, height: 9, gloss: 1, shadow: 3, rim: '#ffd8e2' }, path('M-50 -14C-56 -60 -20 -76 0 -62C20 -76 56 -60 50 -14C40 -44 18 -50 0 -44C-18 -50 -40 -44 -50 -14Z', solid(drawing, { ...CORAL, base: '#e0487e', light: '#ff9abc' }, 60))) +
    [-1, 1].map((s) => path(`M${s * 8} -6Q${s * 22} -22 ${s * 38} -10Q${s * 26} 4 ${s * 8} -6Z`, '#ffffff') + circle(s * 22, -8, 7, '#2ab8c8') + circle(s * 22, -8, 3.6, '#04202a') + circle(s * 20, -10, 2, '#fff') + stroke(`M${s * 6} -8Q${s * 22} -25 ${s * 41} -13`, '#5a1438', 4.2) + stroke(`M${s * 10} -26Q${s * 24} -35 ${s * 38} -26`, '#9a2a5a', 3.4) + circle(s * 34, 12, 8, '#ff7a9a', 'opacity="0.4"')).join('') +
    stroke('M-1 0Q-5 13 1 16', ROSE_SKIN.shade, 2.6) +
    relief(drawing, { round: 2, height: 6, gloss: 1.3, shadow: 1 }, path('M-16 30Q-8 23 0 27Q8 23 16 30Q8 42 0 42Q-8 42 -16 30Z', '#e8285e')) +
    relief(drawing, { round: 2, height: 6, gloss: 1.3, shadow: 2 }, ...[-24, -8, 8, 24].map((x) => circle(x, 66 + 8 - Math.abs(x) * 0.2, 6, '#fdf4ff'))) +
    drawing.place({ x: 0, y: -54, scale: 0.6 }, crown)
  )
}

/** A golden sea horse. */
export function seahorse(drawing: Drawing): string {
  const body = 'M20 -86C52 -84 58 -46 36 -26C62 0 66 36 40 58C26 74 20 90 34 92C44 92 46 82 40 78C52 78 56 96 40 102C16 108 2 88 14 64C24 44 22 30 4 18C-22 0 -26 -30 -14 -50C-22 -46 -40 -38 -62 -36C-70 -38 -70 -46 -62 -48C-44 -54 -30 -62 -20 -74C-8 -88 6 -92 20 -86Z'
  return (
    relief(drawing, { round: 4, height: 8, gloss: 0.8, shadow: 4, rim: '#ffffff' }, path('M48 -30L84 -42L74 -18L90 -2L70 8L78 32L50 34Z', solid(drawing, CORAL)), path('M-2 -84L6 -104L18 -90L32 -102L36 -82L54 -84L46 -62Z', solid(drawing, CORAL))) +
    relief(drawing, { round: 6, height: 11, gloss: 1, shadow: 7, rim: '#fff6cf', rimWidth: 3 }, path(body, solid(drawing, AMBER, 60))) +
    [-14, 0, 14, 28, 42].map((y, i) => stroke(`M${-12 + i * 5} ${y}Q${16 + i * 2} ${y + 10} ${44 + i * 3 - (i > 3 ? 8 : 0)} ${y - 4}`, AMBER.deep, 2.6, 'opacity="0.5"')).join('') +
    circle(6, -62, 11, '#ffffff') + circle(4, -62, 7, '#0f6a9c') + circle(4, -62, 3.6, '#04101c') + circle(1, -66, 2.4, '#ffffff') +
    glints(drawing, [30, -70, 13], [44, 20, 9])
  )
}

/** The colours of a scallop: of its foot, of its fan from the hinge to the rim, and of its ribs. */
interface Scallop {
  foot: string
  fan: readonly [hinge: string, middle: string, rim: string]
  ribs: string
}

const ROSE: Scallop = { foot: '#ffb0cc', fan: ['#fff4e6', '#ffa8c8', '#d84a90'], ribs: '#b02a6a' }
const MINT: Scallop = { foot: '#a8f4dc', fan: ['#f4fff0', '#5ee6c4', '#0c8c8c'], ribs: '#07626e' }

/** A scallop among the symbols: in other colours than that of the pearl, so that nobody takes one for the other. */
export function shell(drawing: Drawing): string {
  return scallopOf(drawing, MINT)
}

/** A scallop that lies on the ground of the sea. */
export function groundShell(drawing: Drawing): string {
  return scallopOf(drawing, ROSE)
}

function scallopOf(drawing: Drawing, { foot, fan, ribs: dark }: Scallop): string {
  const ribs = Array.from({ length: 9 }, (_, i) => {
    const [x, y] = polar(-162 + i * 18, 92, 0, 46)
    return stroke(`M0 62L${x.toFixed(1)} ${y.toFixed(1)}`, dark, 3.4, 'opacity="0.55"')
  }).join('')
  const rim = Array.from({ length: 10 }, (_, i) => polar(-171 + i * 18, 98, 0, 46))
  const scallop = `M0 74L${rim.map(([x, y], i) => (i === 0 ? `${x.toFixed(1)} ${y.toFixed(1)}` : `Q${polar(-180 + i * 18, 106, 0, 46).map((v) => v.toFixed(1)).join(' ')} ${x.toFixed(1)} ${y.toFixed(1)}`)).join('')}Z`
  return (
    relief(drawing, { round: 5, height: 11, gloss: 1.1, shadow: 7, rim: '#ffffff', rimWidth: 3 }, path('M-34 60H34L26 84H-26Z', solid(drawing, { ...PEARL, base: foot })), path(scallop, drawing.radial([[0, fan[0]], [0.5, fan[1]], [1, fan[2]]], 0.5, 0.9, 0.9, 0.5, 0.8))) +
    ribs + glints(drawing, [-44, -14, 15], [40, -24, 10])
  )
}

/** The pearl in its open shell: the scatter. */
export function pearl(drawing: Drawing): string {
  return (
    circle(0, -6, 103, drawing.radial([[0, '#ffffff', 0.95], [0.5, '#8ff4ff', 0.5], [1, '#4fa0ff', 0]])) +
    drawing.place({ x: 0, y: -18, scale: 0.9 }, (d) => scallopOf(d, ROSE)) +
    relief(drawing, { round: 8, height: 13, gloss: 1.4, sharpness: 26, shadow: 6, rim: '#8ff4ff', rimWidth: 4 }, circle(0, 10, 40, drawing.radial([[0, '#ffffff'], [0.45, '#fbe9ff'], [0.8, '#c8b0e8'], [1, '#8a9ad8']], 0.36, 0.3))) +
    circle(-14, -6, 9, '#ffffff', 'opacity="0.9"') + glints(drawing, [26, -10, 16])
  )
}

/** A branch of coral from the origin upwards. */
export function coralBranch(drawing: Drawing, tones: Tones = CORAL): string {
  return relief(
    drawing,
    { round: 4, height: 9, gloss: 0.7, shadow: 5, rim: tones.shine },
    stroke('M0 60C-4 20 4 -10 -4 -60M-2 20C-26 6 -36 -12 -40 -40M-30 -8C-44 -12 -54 -18 -62 -30M0 0C22 -14 34 -30 38 -64M26 -22C42 -26 54 -30 64 -46M-2 -30C8 -44 12 -60 12 -84', tones.base, 15),
    stroke('M-2 56C-6 20 2 -10 -6 -60M-4 18C-28 4 -38 -12 -42 -40M2 -4C22 -18 32 -32 36 -62', tones.light, 5, 'opacity="0.7"'),
  )
}
