import { type Drawing, circle, ellipse, group, path, stroke } from '../../kit/drawing'
import { GOLD, SILVER, type Tones, glints, metal, relief, solid } from '../../kit/materials'
import { polygon, ring, smooth } from '../../kit/shapes'

const COAT: Tones = { shine: '#c9b79a', light: '#a48a64', base: '#75603f', shade: '#463722', deep: '#211810' }
const FELT: Tones = { shine: '#8c86a8', light: '#57526f', base: '#34304a', shade: '#1d1a2e', deep: '#0b0916' }
const PALE: Tones = { shine: '#fff2e6', light: '#f6d2b8', base: '#dda588', shade: '#a06a5c', deep: '#58303a' }
const VELVET: Tones = { shine: '#ffb4c8', light: '#f0285e', base: '#b00a3c', shade: '#6a0428', deep: '#300114' }
const HAIR: Tones = { shine: '#ff9a6a', light: '#d8502e', base: '#9c2418', shade: '#5e0f12', deep: '#2c060b' }

/** A fedora on its own. */
export function fedora(drawing: Drawing): string {
  const felt = solid(drawing, FELT, 80)
  return (
    ellipse(0, 62, 92, 14, '#05030c', 'opacity="0.6"') +
    relief(drawing, { round: 6, height: 11, gloss: 0.6, shadow: 8, rim: '#ff5a8a', rimOpacity: 0.8, rimWidth: 3.4 }, path('M-100 34C-70 12 -40 30 0 32C40 30 70 8 100 24C92 60 48 66 0 66C-48 66 -92 62 -100 34Z', felt)) +
    relief(drawing, { round: 7, height: 11, gloss: 0.6, shadow: 3, rim: '#ff5a8a', rimOpacity: 0.6, rimWidth: 3 }, path('M-58 34C-62 -10 -52 -60 -24 -64C-10 -66 -6 -50 4 -52C16 -56 24 -66 38 -58C58 -44 60 -4 56 32C20 42 -20 42 -58 34Z', felt)) +
    path('M-60 12Q0 30 58 10L57 32Q0 50 -59 34Z', solid(drawing, VELVET)) +
    stroke('M-8 -48Q0 -20 -10 4', FELT.deep, 5, 'opacity="0.7"') +
    path('M-60 14Q0 32 58 12', 'none', 'stroke="#ff9ab8" stroke-width="2" opacity="0.7"')
  )
}

/** The detective: collar up, hat down, half in the dark. */
export function detective(drawing: Drawing): string {
  const collar = (side: number): string =>
    relief(drawing, { round: 5, height: 9, gloss: 0.4, shadow: 6, rim: '#ff5a8a', rimOpacity: 0.7 }, path(`M${side * 8} 100L${side * 92} 100Q${side * 88} 62 ${side * 66} 44L${side * 50} 16Q${side * 42} 56 ${side * 8} 100Z`, solid(drawing, COAT, side > 0 ? 100 : 70)))
  const chest = path('M-70 100L-40 44Q0 74 40 44L70 100Z', solid(drawing, { ...COAT, light: '#4a3a26', base: '#2e2216', shade: '#191109' }))
  const face = 'M-44 -22C-48 20 -34 56 0 64C34 56 48 20 44 -22Z'
  return (
    chest +
    relief(drawing, { round: 6, height: 9, gloss: 0.4, shadow: 5, rim: '#ff7a9c', rimOpacity: 0.7, rimWidth: 3 }, path(face, solid(drawing, PALE))) +
    `<g clip-path="${drawing.clip(face)}">${path('M-60 -30L60 -30L60 6Q10 16 -60 2Z', '#1a1026', 'opacity="0.62"')}${path('M6 -30L60 -30L60 70L10 70Q22 20 6 -30Z', '#2a1236', 'opacity="0.45"')}${path(smooth([[-46, 26], [-24, 40], [0, 36], [24, 40], [46, 24], [30, 64], [0, 74], [-30, 64]]), '#4a2a2a', 'opacity="0.5"')}</g>` +
    [-1, 1].map((s) => path(`M${s * 10} 4Q${s * 22} -4 ${s * 34} 4Q${s * 22} 10 ${s * 10} 4Z`, '#fdf6ff') + circle(s * 21, 4, 5, '#2a6a9c') + circle(s * 21, 4, 2.6, '#05030a')).join('') +
    stroke('M-36 -4L-10 0M36 -4L10 0', '#1a0e12', 5) +
    stroke('M0 6Q-8 24 -4 28Q2 32 9 28', PALE.shade, 3) +
    stroke('M-16 44Q0 40 18 46', '#7a3034', 4.4) +
    collar(-1) +
    collar(1) +
    path('M-16 76L0 66L16 76L8 100L-8 100Z', '#f2ecff') +
    path('M-6 78L6 78L9 100L-9 100Z', solid(drawing, VELVET)) +
    drawing.place({ x: 0, y: -42, scale: 0.8 }, (d) => fedora(d))
  )
}

/** The femme fatale: a wave of hair, a veil, red lips. */
export function dame(drawing: Drawing): string {
  return (
    relief(drawing, { round: 8, height: 11, gloss: 0.8, sharpness: 14, shadow: 7, rim: '#ffb08a', rimOpacity: 0.7, rimWidth: 3 }, path(smooth([[-10, -92], [50, -84], [80, -40], [70, 10], [88, 54], [58, 82], [40, 50], [-40, 52], [-62, 84], [-86, 50], [-66, 4], [-78, -48], [-50, -84]]), solid(drawing, HAIR, 70))) +
    relief(drawing, { round: 6, height: 9, gloss: 0.5, shadow: 4, rim: '#fff0ea' }, path('M-20 44L20 44L26 74Q62 80 74 100L-74 100Q-62 80 -26 74Z', solid(drawing, PALE)), path(smooth([[0, -58], [38, -44], [44, -6], [30, 34], [0, 56], [-30, 34], [-44, -6], [-38, -44]]), solid(drawing, PALE))) +
    path('M-74 100Q-56 84 -30 90Q-10 100 0 92Q10 100 30 90Q56 84 74 100Z', solid(drawing, VELVET)) +
    relief(drawing, { round: 6, height: 9, gloss: 0.9, shadow: 4, rim: '#ffc09a' }, path('M-48 -14C-64 -66 -30 -92 8 -84C44 -78 54 -40 44 -6C40 -34 22 -52 -4 -50C-30 -46 -44 -38 -48 -14Z', solid(drawing, { ...HAIR, base: '#b83420', light: '#f0683c' }, 60))) +
    stroke('M-40 -40C-20 -66 20 -70 40 -36M-30 -56C-10 -74 18 -76 34 -54', '#ffb48a', 2.4, 'opacity="0.6"') +
    [-1, 1].map((s) => path(`M${s * 7} -6Q${s * 20} -20 ${s * 36} -10Q${s * 24} 2 ${s * 7} -6Z`, '#ffffff') + circle(s * 20, -8, 6.4, '#2f9a6a') + circle(s * 20, -8, 3.2, '#04100a') + circle(s * 18, -10, 1.8, '#fff') + stroke(`M${s * 5} -8Q${s * 20} -23 ${s * 39} -13`, '#17080c', 4) + stroke(`M${s * 8} -24Q${s * 22} -34 ${s * 36} -24`, '#5e1a12', 3.4)).join('') +
    stroke('M-1 0Q-5 14 0 17', PALE.shade, 2.4) +
    relief(drawing, { round: 2, height: 6, gloss: 1.3, shadow: 1 }, path('M-17 30Q-8 22 0 27Q8 22 17 30Q8 42 0 42Q-8 42 -17 30Z', solid(drawing, { ...VELVET, light: '#ff4a78', base: '#d80f46' }))) +
    circle(-22, 24, 2.2, '#3a1418') +
    relief(drawing, { round: 2, height: 6, gloss: 1.2, shadow: 2 }, circle(-44, 16, 6, metal(drawing, GOLD)), circle(44, 16, 6, metal(drawing, GOLD))) +
    [-30, -18, -6, 6, 18, 30].map((x) => relief(drawing, { round: 2, height: 5, gloss: 1.2, shadow: 2 }, circle(x, 76 + 8 - Math.abs(x) * 0.24, 5.6, '#fdf4ff'))).join('') +
    glints(drawing, [-44, 14, 10], [44, 14, 10])
  )
}

/** A magnifying glass over a fingerprint. */
export function magnifier(drawing: Drawing): string {
  const print = [10, 20, 30, 40].map((r) => `<ellipse cx="-16" cy="-14" rx="${r * 0.8}" ry="${r}" fill="none" stroke="#b00a3c" stroke-width="4.4" opacity="0.85" stroke-dasharray="${r * 3} 9"/>`).join('')
  return (
    drawing.place({ x: 0, y: 0, turn: -6 }, (d) =>
      relief(d, { round: 5, height: 10, gloss: 1, shadow: 8, rim: '#ffcf9a' }, path('M26 30L40 18L92 74Q94 92 78 90Z', solid(d, { shine: '#ffd0a0', light: '#a8552a', base: '#6e2c14', shade: '#44160a', deep: '#200804' }, 20))) +
      circle(-16, -14, 60, d.radial([[0, '#fff8ff'], [0.7, '#e8dcf6'], [1, '#b49ad8']], 0.4, 0.3)) +
      print +
      path('M-58 -34A48 48 0 0 1 -16 -66', 'none', 'stroke="#ffffff" stroke-width="9" stroke-linecap="round" opacity="0.9"') +
      relief(d, { round: 4, height: 11, gloss: 1.2, shadow: 6, rim: '#fff6cf' }, path(ring(-16, -14, 72, 58), metal(d, GOLD, 60), 'fill-rule="evenodd"')),
    ) + glints(drawing, [-62, -58, 18])
  )
}

/** The dossier: a folder bound with a red ribbon, a photo clipped to it. */
export function dossier(drawing: Drawing): string {
  const folder = (d: Drawing, tones: readonly [string, string]): string => path('M-72 -70L-20 -70L-8 -84L44 -84L50 -70L74 -70L74 80L-72 80Z', d.linear([[0, tones[0]], [1, tones[1]]]))
  return (
    circle(0, 0, 103, drawing.radial([[0, '#ff3c72', 0.85], [0.6, '#b00a3c', 0.4], [1, '#b00a3c', 0]])) +
    drawing.place({ x: 6, y: 0, turn: 7 }, (d) => relief(d, { round: 3, height: 7, gloss: 0.3, shadow: 6 }, folder(d, ['#caa46a', '#8a6234']))) +
    drawing.place({ x: 0, y: 0, turn: -5 }, (d) =>
      relief(d, { round: 3, height: 8, gloss: 0.4, shadow: 6, rim: '#fff3d0' }, folder(d, ['#f6dba4', '#c79a58'])) +
      relief(d, { round: 1.5, height: 4, gloss: 0.6, shadow: 4 }, path(polygon([[-52, -54], [12, -54], [12, 24], [-52, 24]]), '#fdf8ee')) +
      `<g clip-path="${d.clip(polygon([[-46, -48], [6, -48], [6, 10], [-46, 10]]))}">${path('M-60 -60H20V20H-60Z', d.linear([[0, '#5a5470'], [1, '#1c1830']]))}${d.place({ x: -20, y: -18, scale: 0.42 }, detective)}</g>` +
      stroke('M-30 -66V-44Q-30 -38 -24 -38Q-18 -38 -18 -44V-62', '#c9d4ee', 4) +
      [36, 48, 60].map((y, i) => stroke(`M-54 ${y}H${[44, 20, 34][i]}`, '#8a6234', 4, 'opacity="0.7"')).join('') +
      group('transform="rotate(-14 42 -10)"', stroke('M22 -26H66V8H22Z', '#b00a3c', 4), stroke('M28 -14H60M28 -4H52', '#b00a3c', 5)),
    )
  )
}

/** A silver star of lamplight behind a card letter. */
export function lamp(drawing: Drawing, color: string): string {
  return (
    relief(drawing, { round: 3, height: 7, gloss: 0.9, shadow: 6, rim: '#ffffff' }, path('M0 -96L68 -68L96 0L68 68L0 96L-68 68L-96 0L-68 -68Z', metal(drawing, { ...SILVER, base: '#7d6a94', shade: '#3a2a52' }, 60))) +
    path('M0 -85L60 -60L85 0L60 60L0 85L-60 60L-85 0L-60 -60Z', drawing.radial([[0, color], [1, '#120818']], 0.5, 0.4, 0.7)) +
    [0, 45, 90, 135].map((turn) => drawing.place({ x: 0, y: 0, turn }, () => path('M-5 0L0 -80L5 0L0 80Z', '#ffffff', 'opacity="0.1"'))).join('')
  )
}
