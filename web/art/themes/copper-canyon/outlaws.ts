import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { COPPER, GOLD, SILVER, type Tones, WOOD, glints, metal, relief, solid } from '../../kit/materials'
import { polar, polygon, ring, smooth, star } from '../../kit/shapes'

const LEATHER: Tones = { shine: '#ffd9a6', light: '#c98346', base: '#8f4f22', shade: '#552a0f', deep: '#2b1306' }
const FELT: Tones = { shine: '#8d7a72', light: '#5a4a46', base: '#352a2c', shade: '#1d1619', deep: '#0c090b' }
const SKIN: Tones = { shine: '#ffe3c4', light: '#f2b98a', base: '#d78f5c', shade: '#a05c34', deep: '#5c2e16' }
const SCARF: Tones = { shine: '#ffb3a0', light: '#ff5a44', base: '#d4202a', shade: '#8a0f20', deep: '#430713' }
const GREEN: Tones = { shine: '#e4ffc4', light: '#8fd45a', base: '#3f9a3c', shade: '#1f6636', deep: '#0c3320' }

/** The bandit: a wide hat, a red scarf and a look. */
export function bandit(drawing: Drawing): string {
  const felt = solid(drawing, FELT, 90)
  const face = relief(
    drawing,
    { round: 7, height: 10, gloss: 0.4, sharpness: 12, shadow: 5, rim: '#ffd0a0', rimOpacity: 0.6 },
    path(smooth([[0, -46], [44, -36], [56, 0], [48, 44], [0, 72], [-48, 44], [-56, 0], [-44, -36]]), solid(drawing, SKIN)),
  )
  const eye = (side: number): string =>
    path(`M${side * 10} -8Q${side * 27} -22 ${side * 44} -7Q${side * 28} 2 ${side * 10} -8Z`, '#fff8ec') +
    circle(side * 26, -8, 8, '#4a7a2c') +
    circle(side * 26, -8, 4.4, '#0d0906') +
    circle(side * 23, -11, 2.2, '#ffffff') +
    stroke(`M${side * 8} -17Q${side * 26} -30 ${side * 48} -14`, '#2a1710', 7)
  const scarf =
    relief(
      drawing,
      { round: 5, height: 9, gloss: 0.4, shadow: 5, rim: '#ffb0a0' },
      path('M-60 10Q0 34 60 10L50 52Q30 78 6 100Q0 104 -6 100Q-30 78 -50 52Z', solid(drawing, SCARF, 80)),
    ) +
    [[-34, 34], [-14, 44], [10, 46], [32, 36], [-20, 62], [2, 66], [22, 60], [-2, 84]]
      .map(([x = 0, y = 0]) => circle(x, y, 3.4, '#fff2e0', 'opacity="0.9"'))
      .join('') +
    stroke('M-40 26Q0 46 40 26M-30 54Q0 66 30 54', SCARF.deep, 2.4, 'opacity="0.5"')
  const brim = relief(
    drawing,
    { round: 5, height: 10, gloss: 0.5, shadow: 8, rim: '#ffb46a', rimOpacity: 0.7, rimWidth: 3 },
    path('M-104 -34C-84 -58 -48 -46 0 -44C48 -46 84 -58 104 -34C92 -14 50 -22 0 -22C-50 -22 -92 -14 -104 -34Z', felt),
  )
  const crown = relief(
    drawing,
    { round: 7, height: 10, gloss: 0.5, shadow: 4, rim: '#ffb46a', rimOpacity: 0.7 },
    path('M-52 -38C-54 -70 -46 -98 -24 -100C-12 -101 -6 -92 0 -92C6 -92 12 -101 24 -100C46 -98 54 -70 52 -38C20 -30 -20 -30 -52 -38Z', felt),
  )
  const band =
    path('M-52 -58Q0 -42 52 -58L52 -43Q0 -28 -52 -43Z', solid(drawing, LEATHER)) +
    [-36, -18, 0, 18, 36]
      .map((x) => relief(drawing, { round: 1.2, height: 4, gloss: 1.2, shadow: 1 }, circle(x, -43 - Math.abs(x) * 0.13, 5, metal(drawing, SILVER))))
      .join('')
  return face + eye(-1) + eye(1) + stroke('M2 -8Q-10 8 -6 12Q0 16 8 11', SKIN.shade, 3.4) + scarf + crown + brim + band + stroke('M36 10L46 24', '#8a3a24', 3)
}

/** A sheriff's star; `heart` goes into its middle. */
export function badge(drawing: Drawing, heart = ''): string {
  const tips = Array.from({ length: 6 }, (_, i) => polar(-90 + i * 60, 86))
  return (
    relief(
      drawing,
      { round: 4, height: 12, gloss: 1.2, shadow: 8, rim: '#fff6cf', rimWidth: 3 },
      path(star(6, 84, 46), metal(drawing, GOLD, 60), 'stroke-linejoin="round"'),
      ...tips.map(([x, y]) => circle(x, y, 13, metal(drawing, GOLD, 60))),
    ) +
    relief(
      drawing,
      { round: 2, height: 6, gloss: 0.8, shadow: 2 },
      path(star(6, 70, 39), metal(drawing, { ...GOLD, base: '#e8982a', light: '#ffd98a' }, 240)),
      path(ring(0, 0, 38, 33), metal(drawing, GOLD, 200), 'fill-rule="evenodd"'),
    ) +
    relief(drawing, { round: 3, height: 6, gloss: 1, shadow: 1 }, circle(0, 0, 32, metal(drawing, COPPER, 70))) +
    heart +
    glints(drawing, [-40, -46, 18], [52, 24, 12])
  )
}

/** A horseshoe with luck in it. */
export function horseshoe(drawing: Drawing): string {
  const shoe =
    'M-58 84L-30 84C-46 40 -50 -2 -34 -28C-22 -46 22 -46 34 -28C50 -2 46 40 30 84L58 84C86 28 88 -36 56 -66C26 -94 -26 -94 -56 -66C-88 -36 -86 28 -58 84Z'
  return (
    relief(drawing, { round: 5, height: 13, gloss: 1.2, shadow: 8, rim: '#e8f2ff', rimWidth: 3 }, path(shoe, metal(drawing, SILVER, 65))) +
    stroke('M-46 74C-68 30 -70 -26 -46 -52C-22 -74 22 -74 46 -52C70 -26 68 30 46 74', '#3b4a70', 7, 'opacity="0.7"') +
    [[-58, 36], [-66, 4], [-60, -28], [-38, -58], [38, -58], [60, -28], [66, 4], [58, 36]]
      .map(([x = 0, y = 0]) => relief(drawing, { round: 1.4, height: 5, gloss: 1.2, shadow: 1 }, circle(x, y, 6.4, metal(drawing, GOLD))))
      .join('') +
    glints(drawing, [-44, -60, 16])
  )
}

/** A long-barrelled revolver with an ivory grip. */
export function revolver(drawing: Drawing): string {
  const steel = metal(drawing, { ...SILVER, base: '#8795b8', shade: '#43507a' }, 80)
  return drawing.place({ x: 0, y: 4, turn: -24 }, (d) => {
    const grip = relief(
      d,
      { round: 5, height: 10, gloss: 0.9, shadow: 7, rim: '#ffe9c4' },
      path('M44 -4C72 0 82 24 92 74C88 86 66 90 54 80C52 50 46 36 24 26Z', d.linear([[0, '#fff6de'], [0.6, '#e8c890'], [1, '#a5793c']])),
    )
    const frame = relief(
      d,
      { round: 3, height: 11, gloss: 1.2, shadow: 7, rim: '#eaf2ff' },
      path('M-98 -34L26 -34L40 -46L54 -42L50 -30Q62 -20 58 4L40 24L10 18L-8 18L-10 2L-98 -8Z', steel),
      path('M-98 -40L-88 -40L-88 -30L-98 -30Z', steel),
    )
    const drum = relief(d, { round: 4, height: 10, gloss: 1.1, shadow: 2 }, path('M-14 -32L26 -32L28 10L-12 10Z', metal(d, SILVER, 90)))
    const guard = stroke('M-4 18C-6 44 26 44 30 26', '#7f8db3', 6) + stroke('M12 20Q8 30 14 34', '#4a567d', 5)
    return (
      guard + grip + frame + drum + [-4, 8, 20].map((x) => stroke(`M${x} -28L${x} 6`, '#414d74', 3.4, 'opacity="0.8"')).join('') +
      circle(70, 44, 7, metal(d, GOLD)) + stroke('M-90 -21L-20 -21', '#ffffff', 2, 'opacity="0.7"')
    )
  })
}

/** Boots with spurs. */
export function boots(drawing: Drawing): string {
  const boot = (d: Drawing, tones: Tones): string =>
    relief(
      d,
      { round: 6, height: 11, gloss: 0.7, shadow: 7, rim: '#ffca8a', rimOpacity: 0.7 },
      path('M-26 -86Q0 -74 28 -86C30 -50 26 -22 30 6C44 22 72 26 78 48Q80 62 72 64L-22 64Q-32 60 -28 40C-24 10 -24 -40 -26 -86Z', solid(d, tones, 70)),
      path('M-26 62L-2 62L-2 82L-24 82Z', tones.deep),
      path('M8 60L76 60Q80 72 70 74L8 72Z', tones.deep),
    ) +
    stroke('M-20 -66Q2 -46 22 -66M-18 -40Q2 -16 22 -42M-16 -10Q4 12 24 -8', '#ffd79a', 3.4, 'opacity="0.85"') +
    stroke('M30 20Q46 34 66 42', '#ffd79a', 2.6, 'opacity="0.7"') +
    relief(d, { round: 1.4, height: 5, gloss: 1.2, shadow: 2 }, path(star(8, 15, 6), metal(d, GOLD), 'transform="translate(-40 52)"'), path('M-30 48L-14 46L-14 56L-30 56Z', metal(d, GOLD)))
  return (
    drawing.place({ x: 28, y: -6, scale: 0.92 }, (d) => boot(d, { ...LEATHER, base: '#6d3818', light: '#a4622f' })) +
    drawing.place({ x: -18, y: 6, scale: 1 }, (d) => boot(d, LEATHER))
  )
}

/** A saguaro in bloom. */
export function cactus(drawing: Drawing): string {
  const flesh = drawing.linear([[0, GREEN.light], [0.45, GREEN.base], [1, GREEN.shade]], 0)
  const lines = [-14, 0, 14].map((x) => stroke(`M${x} -78Q${x * 1.1} 0 ${x} 74`, GREEN.deep, 2.4, 'opacity="0.5"')).join('')
  const flower = (x: number, y: number, r: number): string =>
    Array.from({ length: 7 }, (_, i) => {
      const [px, py] = polar(i * 51.4, r * 0.7, x, y)
      return ellipse(px, py, r * 0.55, r * 0.5, drawing.radial([[0, '#fff0f6'], [0.6, '#ff6aa6'], [1, '#c21e6a']]))
    }).join('') + circle(x, y, r * 0.36, '#ffd75a')
  return (
    ellipse(0, 88, 70, 12, '#3a1608', 'opacity="0.5"') +
    relief(
      drawing,
      { round: 8, height: 12, gloss: 0.6, shadow: 6, rim: '#eaffb8', rimOpacity: 0.7, rimWidth: 3 },
      path('M-30 84L-30 -56C-30 -102 30 -102 30 -56L30 84Z', flesh),
      path('M-28 40C-66 44 -84 26 -82 -8C-80 -30 -52 -30 -52 -8C-52 6 -46 10 -28 8Z', flesh),
      path('M28 18C64 22 84 2 82 -30C80 -54 52 -54 52 -30C52 -16 46 -12 28 -14Z', flesh),
    ) +
    lines +
    [[-18, -40], [18, -20], [-18, 10], [16, 36], [-16, 56], [-68, 6], [66, -22]]
      .map(([x = 0, y = 0]) => path(polygon([[x - 5, y], [x, y - 1.4], [x + 5, y], [x, y + 1.4]]), '#f7ffd0') + path(polygon([[x, y - 5], [x + 1.4, y], [x, y + 5], [x - 1.4, y]]), '#f7ffd0'))
      .join('') +
    flower(0, -88, 20) +
    flower(-67, -26, 13) +
    flower(67, -50, 14)
  )
}

/** A wooden board that a letter is burnt into. */
export function board(drawing: Drawing): string {
  const plank = (y: number, tone: Tones): string =>
    relief(drawing, { round: 3, height: 7, gloss: 0.4, shadow: 4, rim: '#ffd79a', rimOpacity: 0.5 }, path(`M-88 ${y}L-80 ${y - 3}L86 ${y + 2}L90 ${y + 40}L84 ${y + 45}L-84 ${y + 42}Z`, solid(drawing, tone)))
  return (
    plank(-72, WOOD) +
    plank(-24, { ...WOOD, base: '#8a5228', light: '#b9793f' }) +
    plank(24, WOOD) +
    [[-76, -52], [76, -50], [-76, 46], [76, 48]]
      .map(([x = 0, y = 0]) => relief(drawing, { round: 1, height: 4, gloss: 1, shadow: 1 }, circle(x, y, 5, metal(drawing, SILVER))))
      .join('')
  )
}
