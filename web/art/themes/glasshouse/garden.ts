import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { type Tones, glints, relief, solid } from '../../kit/materials'
import { petal, polar, smooth } from '../../kit/shapes'

const LEAF: Tones = { shine: '#eaffc8', light: '#a0e468', base: '#4cae48', shade: '#22743a', deep: '#0c3f22' }
export const ORCHID: Tones = { shine: '#fff0ff', light: '#f2a8f4', base: '#c84ad8', shade: '#82209c', deep: '#400c54' }
const LILY: Tones = { shine: '#ffffff', light: '#fff0f4', base: '#ffc4d4', shade: '#e0809c', deep: '#8a3a5c' }
const POPPY: Tones = { shine: '#ffe0d0', light: '#ff8a5a', base: '#f0402a', shade: '#b01a20', deep: '#5a0a14' }
const SKIN: Tones = { shine: '#fff6dc', light: '#f4dca0', base: '#d8b068', shade: '#9c7438', deep: '#543a16' }
const SHELL: Tones = { shine: '#ffeed8', light: '#f8b070', base: '#d8743a', shade: '#964420', deep: '#4a1e0c' }
const WING: Tones = { shine: '#e0fbff', light: '#7ae0ff', base: '#2a9af0', shade: '#2454c0', deep: '#101f6a' }

const SOFT = { round: 5, height: 9, gloss: 0.7, shadow: 5 }

/** Petals round a middle. */
function bloom(drawing: Drawing, count: number, length: number, width: number, tones: Tones, start = 0, squash = 1): string {
  return Array.from({ length: count }, (_, i) =>
    `<g transform="scale(1 ${squash})">${drawing.place({ x: 0, y: 0, turn: start + (360 / count) * i }, (d) => relief(d, { ...SOFT, rim: tones.shine }, path(petal(length, width), d.linear([[0, tones.light], [0.6, tones.base], [1, tones.shade]]))))}</g>`,
  ).join('')
}

function leaf(drawing: Drawing, x: number, y: number, turn: number, size = 1): string {
  return drawing.place({ x, y, turn, scale: size }, (d) => relief(d, { ...SOFT, rim: '#eaffc8' }, path(petal(78, 26, 6), solid(d, LEAF, 60))) + stroke('M0 -4Q4 -40 6 -66M2 -24L14 -38M3 -24L-10 -36M4 -40L16 -52M4 -40L-8 -52', LEAF.deep, 2, 'opacity="0.5"'))
}

export function orchid(drawing: Drawing): string {
  return (
    leaf(drawing, -20, 60, -70) + leaf(drawing, 20, 60, 70) + drawing.place({ x: 0, y: -4 }, (d) => bloom(d, 3, 96, 32, { ...ORCHID, base: '#e08aec' }, 0) + bloom(d, 2, 92, 46, ORCHID, 90)) +
    ([[-34, -8], [34, -8], [-48, 6], [48, 6], [-42, -20], [42, -20]] as const).map(([x, y]) => circle(x, y, 3, '#82209c', 'opacity="0.6"')).join('') +
    relief(drawing, { ...SOFT, rim: '#fff3b0' }, path('M-20 -2C-34 14 -30 44 0 56C30 44 34 14 20 -2C10 -12 -10 -12 -20 -2Z', drawing.linear([[0, '#fff0a0'], [0.4, '#ffb02a'], [1, '#d8285a']])), circle(0, -6, 13, solid(drawing, LILY))) + glints(drawing, [-48, -34, 12])
  )
}

export function lily(drawing: Drawing): string {
  return (
    ellipse(0, 66, 96, 26, '#0c3f22', 'opacity="0.5"') + relief(drawing, { ...SOFT, rim: '#d8ffb0' }, ellipse(0, 58, 96, 28, drawing.radial([[0, '#9ae46a'], [0.7, '#3a9a48'], [1, '#1a6a38']]))) +
    stroke('M0 58L-70 44M0 58L70 44M0 58L-50 78M0 58L50 78M0 58V84', LEAF.deep, 2.4, 'opacity="0.4"') +
    drawing.place({ x: 0, y: 48 }, (d) => [-80, 80, -56, 56, -32, 32, 0].map((turn) => d.place({ x: 0, y: 0, turn }, (s) => relief(s, { ...SOFT, rim: '#ffffff' }, path(petal(118, 25), s.linear([[0, LILY.shine], [0.5, LILY.base], [1, LILY.shade]])))))
    .join('') + [-40, 40, -14, 14].map((turn) => d.place({ x: 0, y: 0, turn }, (s) => relief(s, { ...SOFT, rim: '#ffffff' }, path(petal(76, 22), s.linear([[0, '#ffffff'], [1, LILY.base]]))))).join('')) +
    [-14, -5, 5, 14].map((x) => stroke(`M${x * 0.4} 42L${x} 12`, '#f0b02a', 3.4) + circle(x, 10, 4.4, '#ffd84a')).join('') + glints(drawing, [-30, -30, 12])
  )
}

export function poppy(drawing: Drawing): string {
  return (
    stroke('M0 30Q8 70 -6 104', LEAF.shade, 8) + leaf(drawing, 0, 84, 60, 0.7) + drawing.place({ x: 0, y: -14 }, (d) => relief(d, { ...SOFT, round: 7, rim: '#ffd0b0' }, path(smooth([[0, 6], [-58, -54], [-94, -14], [-74, 36], [-20, 44]]), solid(d, POPPY)), path(smooth([[0, 6], [58, -54], [94, -14], [74, 36], [20, 44]]), solid(d, POPPY))) + relief(d, { ...SOFT, round: 7, rim: '#ffd0b0' }, path(smooth([[0, 10], [-46, -50], [-10, -82], [40, -72], [48, -34]]), solid(d, { ...POPPY, base: '#ff5a3a' })), path(smooth([[0, 0], [-60, 34], [-34, 76], [30, 78], [58, 36]]), solid(d, { ...POPPY, base: '#ff5a3a' }))) + circle(0, 0, 26, '#2a0c14') + relief(d, { round: 3, height: 8, gloss: 0.8, shadow: 2 }, circle(0, 0, 15, solid(d, { ...LEAF, base: '#8ac84a' }))) + Array.from({ length: 14 }, (_, i) => { const [x, y] = polar(i * 25.7, 22); return circle(x, y, 3.4, '#ffd84a') }).join('')) + glints(drawing, [-50, -40, 12])
  )
}

export function fern(drawing: Drawing): string {
  const side = (s: number): string => Array.from({ length: 7 }, (_, i) => drawing.place({ x: s * i * 1.5, y: 70 - i * 21, turn: s * (66 - i * 4), scale: 0.92 - i * 0.09 }, (d) => relief(d, { round: 3, height: 7, gloss: 0.6, shadow: 3, rim: '#eaffc8' }, path(petal(82, 15, 8), solid(d, LEAF, 60))))).join('')
  return stroke('M0 100C2 40 -4 -20 10 -76', LEAF.shade, 7) + side(-1) + side(1) + relief(drawing, { round: 3, height: 8, gloss: 0.7, shadow: 3, rim: '#eaffc8' }, stroke('M8 -66C16 -100 54 -96 50 -70C46 -54 26 -60 32 -72', LEAF.base, 11)) + circle(-26, 20, 7, '#e8fdff', 'opacity="0.85"') + circle(30, -14, 5, '#e8fdff', 'opacity="0.85"')
}

export function snail(drawing: Drawing): string {
  return (
    relief(drawing, { ...SOFT, rim: '#fff6dc' }, path('M-98 78C-96 40 -78 30 -74 -10C-72 -30 -44 -30 -42 -8C-40 20 -30 44 0 52L92 66Q104 78 84 82L-80 88Q-98 88 -98 78Z', solid(drawing, SKIN))) +
    stroke('M-68 -18L-84 -62M-50 -20L-44 -64', SKIN.base, 8) + [[-85, -66], [-43, -68]].map(([x = 0, y = 0]) => circle(x, y, 11, '#ffffff') + circle(x - 2, y, 6.4, '#2a4a1a') + circle(x - 4, y - 3, 2.2, '#fff')).join('') + stroke('M-84 10Q-76 18 -66 14', SKIN.deep, 4) +
    relief(drawing, { ...SOFT, round: 8, height: 13, rim: '#ffe0c0' }, circle(22, 6, 66, drawing.radial([[0, SHELL.light], [0.6, SHELL.base], [1, SHELL.shade]], 0.36, 0.3))) +
    stroke('M22 8C22 -8 46 -8 48 10C50 34 16 44 -4 26C-28 2 -6 -38 30 -38C72 -36 86 16 62 46', SHELL.deep, 7, 'opacity="0.75"') + stroke('M20 4C24 -12 44 -8 46 8', '#ffe8c8', 3, 'opacity="0.7"') + glints(drawing, [-4, -32, 14])
  )
}

export function ladybird(drawing: Drawing): string {
  return (
    stroke('M-18 -66Q-30 -92 -48 -94M18 -66Q30 -92 48 -94', '#1a1016', 5) + circle(-50, -94, 6, '#1a1016') + circle(50, -94, 6, '#1a1016') + stroke('M-62 -10L-96 -24M-70 22L-102 24M-60 52L-90 70M62 -10L96 -24M70 22L102 24M60 52L90 70', '#1a1016', 7) +
    relief(drawing, { ...SOFT, rim: '#a0a0c0' }, circle(0, -48, 36, '#241820')) + [-1, 1].map((s) => ellipse(s * 16, -54, 11, 12, '#ffffff') + circle(s * 14, -53, 6, '#1a1016') + circle(s * 12, -56, 2.2, '#fff')).join('') + stroke('M-9 -34Q0 -27 9 -34', '#fff', 3) +
    relief(drawing, { ...SOFT, round: 8, height: 13, gloss: 1.2, rim: '#ffd0b8', rimWidth: 3 }, path('M-4 -30C-60 -34 -84 6 -70 48C-58 84 -26 96 -3 96Z', solid(drawing, POPPY)), path('M4 -30C60 -34 84 6 70 48C58 84 26 96 3 96Z', solid(drawing, POPPY))) +
    ([[-34, 2, 13], [-48, 40, 11], [-22, 62, 10], [34, 2, 13], [48, 40, 11], [22, 62, 10]] as const).map(([x, y, r]) => circle(x, y, r, '#241018')).join('') + glints(drawing, [-44, -10, 14])
  )
}

export function acorn(drawing: Drawing): string {
  const cap: Tones = { shine: '#f4d8a8', light: '#b88a50', base: '#86592c', shade: '#543414', deep: '#2a1808' }
  return (
    leaf(drawing, 10, -54, 68, 0.9) + leaf(drawing, -8, -54, -66, 0.8) + stroke('M0 -60Q4 -84 -10 -98', cap.shade, 10) +
    relief(drawing, { ...SOFT, round: 8, height: 13, gloss: 1.1, rim: '#ffe8b8' }, path('M-58 -10C-62 44 -34 78 0 98C34 78 62 44 58 -10Z', drawing.linear([[0, '#a8682a'], [0.4, '#e8a850'], [0.7, '#c47a2c'], [1, '#8a4c18']], 10))) +
    relief(drawing, { ...SOFT, round: 6, height: 11, rim: '#f4d8a8' }, path('M-74 -8C-78 -50 -40 -68 0 -68C40 -68 78 -50 74 -8Q0 16 -74 -8Z', solid(drawing, cap))) +
    [-44, -30, -16].flatMap((y, row) => Array.from({ length: 7 }, (_, i) => stroke(`M${-60 + i * 20 + (row % 2) * 10 - 7} ${y}q7 9 14 0`, cap.deep, 2.6, 'opacity="0.6"'))).join('') + glints(drawing, [-26, 30, 14])
  )
}

export function mushroom(drawing: Drawing): string {
  const cap: Tones = { shine: '#f0e4ff', light: '#b89af4', base: '#7a54d8', shade: '#4a2a96', deep: '#22104c' }
  return (
    relief(drawing, { ...SOFT, rim: '#ffffff' }, path('M-28 0C-24 40 -40 72 -36 90Q0 104 36 90C40 72 24 40 28 0Z', drawing.linear([[0, '#fff8ea'], [0.6, '#f0dcc0'], [1, '#c8a47c']], 0))) + [-1, 1].map((s) => circle(s * 13, 44, 5, '#3a2418') + circle(s * 20, 56, 5, '#ff9a8a', 'opacity="0.6"')).join('') + stroke('M-7 56Q0 63 7 56', '#3a2418', 3.4) +
    path('M-80 2Q0 34 80 2Q40 -14 -80 2Z', '#e8d0f0') + relief(drawing, { ...SOFT, round: 8, height: 13, gloss: 1.1, rim: '#e0ccff', rimWidth: 3 }, path('M-94 2C-92 -66 -44 -96 0 -96C44 -96 92 -66 94 2C60 -12 30 -14 0 -14C-30 -14 -60 -12 -94 2Z', solid(drawing, cap))) +
    ([[-46, -40, 14], [0, -66, 16], [44, -44, 15], [-10, -32, 9], [70, -16, 8], [-74, -14, 7]] as const).map(([x, y, r]) => ellipse(x, y, r, r * 0.8, '#fdf6ff', 'opacity="0.9"')).join('') + glints(drawing, [-50, -66, 12])
  )
}

/** A blue butterfly with wings of stained glass: the scatter. */
export function butterfly(drawing: Drawing): string {
  const wing = (s: number): string =>
    relief(drawing, { round: 3, height: 8, gloss: 1.2, shadow: 6, rim: '#e0fbff' }, path(smooth([[s * 6, -14], [s * 34, -84], [s * 84, -90], [s * 98, -46], [s * 70, -2], [s * 20, 6]]), drawing.radial([[0, '#e0fbff'], [0.5, WING.light], [1, WING.base]], 0.5, 0.6, 0.6)), path(smooth([[s * 8, 6], [s * 60, 8], [s * 78, 44], [s * 52, 80], [s * 22, 56]]), drawing.radial([[0, '#fff0ff'], [0.5, '#c89aff'], [1, '#6a3ad0']], 0.4, 0.3))) +
    stroke(`M${s * 8} -8Q${s * 44} -44 ${s * 84} -78M${s * 10} -4Q${s * 50} -26 ${s * 92} -44M${s * 10} 8Q${s * 40} 30 ${s * 56} 70`, WING.deep, 3, 'opacity="0.55"') + circle(s * 72, -60, 9, '#ffe88a') + circle(s * 54, 42, 7, '#ffe88a')
  return wing(-1) + wing(1) + stroke('M-4 -40Q-14 -72 -30 -84M4 -40Q14 -72 30 -84', '#2a1c3a', 4) + circle(-31, -85, 5, '#2a1c3a') + circle(31, -85, 5, '#2a1c3a') + relief(drawing, { ...SOFT, rim: '#c0a0f0' }, path('M0 -46C14 -40 10 -10 8 10C6 40 4 60 0 70C-4 60 -6 40 -8 10C-10 -10 -14 -40 0 -46Z', '#3a2a54')) + glints(drawing, [-62, -74, 14], [40, 20, 10])
}

/** A dewdrop that holds the garden: the wild. */
export function dew(drawing: Drawing): string {
  return (
    circle(0, 0, 102, drawing.radial([[0, '#f4fff0', 0.9], [0.6, '#7af0c8', 0.4], [1, '#3ad0c0', 0]])) +
    relief(drawing, { round: 8, height: 13, gloss: 1.5, sharpness: 26, shadow: 7, rim: '#ffffff', rimWidth: 4 }, path('M0 -100C26 -56 66 -24 66 20C66 58 38 82 0 82C-38 82 -66 58 -66 20C-66 -24 -26 -56 0 -100Z', drawing.radial([[0, '#ffffff'], [0.35, '#c8fff4'], [0.75, '#4ad8c8'], [1, '#128a94']], 0.4, 0.7, 0.7, 0.5, 0.55))) +
    drawing.place({ x: 4, y: 26, scale: 0.42, opacity: 0.9 }, orchid) + path('M-46 8C-44 -20 -26 -40 -12 -58', 'none', 'stroke="#ffffff" stroke-width="11" stroke-linecap="round" opacity="0.9"') + circle(40, 40, 8, '#ffffff', 'opacity="0.8"')
  )
}
