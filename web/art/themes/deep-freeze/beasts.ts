import { type Drawing, circle, ellipse, group, path, stroke } from '../../kit/drawing'
import { type Tones, glints, metal, relief, solid } from '../../kit/materials'
import { polygon, smooth } from '../../kit/shapes'

export const ICE: Tones = { shine: '#ffffff', light: '#c9f4ff', base: '#62c8f2', shade: '#2272bd', deep: '#0a2f68' }
export const FUR: Tones = { shine: '#ffdcb4', light: '#c98556', base: '#8a4d2c', shade: '#522716', deep: '#2a1109' }
const TUSK: Tones = { shine: '#ffffff', light: '#fff3d8', base: '#f0d6a4', shade: '#b98c52', deep: '#6b4620' }
const SNOW: Tones = { shine: '#ffffff', light: '#f4fbff', base: '#cfe3f5', shade: '#8fb2d6', deep: '#46688f' }
const GINGER: Tones = { shine: '#fff0d0', light: '#ffcf7c', base: '#f0993a', shade: '#b85f1a', deep: '#5c2a08' }

function eye(x: number, y: number, r: number, iris: string, look = 0): string {
  return (
    ellipse(x, y, r * 1.12, r * 1.06, '#1a0c0a') +
    circle(x, y, r, '#ffffff') +
    circle(x + look, y + r * 0.08, r * 0.72, iris) +
    circle(x + look, y + r * 0.1, r * 0.4, '#08060c') +
    circle(x + look - r * 0.28, y - r * 0.26, r * 0.22, '#ffffff')
  )
}

/** A woolly mammoth, face on: the star of the game. */
export function mammoth(drawing: Drawing): string {
  const fur = (angle: number): string => solid(drawing, FUR, angle)
  const ear = (side: number): string =>
    relief(
      drawing,
      { round: 6, height: 9, gloss: 0.3, shadow: 5, rim: '#8fe6ff', rimOpacity: 0.6 },
      path(
        smooth([
          [side * 46, -44],
          [side * 84, -52],
          [side * 98, -14],
          [side * 88, 26],
          [side * 60, 20],
        ]),
        fur(90),
      ),
      path(
        smooth([
          [side * 56, -32],
          [side * 80, -36],
          [side * 86, -8],
          [side * 76, 10],
          [side * 60, 4],
        ]),
        '#d98a76',
        'opacity="0.7"',
      ),
    )
  const tusk = (side: number): string =>
    relief(
      drawing,
      { round: 4, height: 9, gloss: 1.1, shadow: 6, rim: '#bff1ff', rimOpacity: 0.7 },
      path(
        `M${side * 24} 30C${side * 34} 66 ${side * 66} 92 ${side * 92} 58C${side * 98} 46 ${side * 96} 30 ${side * 92} 22C${side * 92} 46 ${side * 78} 62 ${side * 62} 54C${side * 52} 48 ${side * 46} 36 ${side * 44} 24Z`,
        drawing.linear([
          [0, TUSK.shade],
          [0.3, TUSK.base],
          [0.7, TUSK.light],
          [1, TUSK.shine],
        ]),
      ),
    )
  const head = relief(
    drawing,
    { round: 10, height: 12, gloss: 0.35, sharpness: 10, shadow: 7, rim: '#8fe6ff', rimOpacity: 0.8, rimWidth: 3.4 },
    path(
      smooth([
        [0, -98],
        [34, -86],
        [56, -52],
        [60, -12],
        [46, 24],
        [24, 40],
        [-24, 40],
        [-46, 24],
        [-60, -12],
        [-56, -52],
        [-34, -86],
      ]),
      fur(90),
    ),
  )
  const trunk = relief(
    drawing,
    { round: 7, height: 10, gloss: 0.4, sharpness: 12, shadow: 6, rim: '#8fe6ff', rimOpacity: 0.5 },
    path(
      'M0 -30C-16 -28 -24 -6 -25 14C-26 40 -22 62 -18 78C-14 98 10 104 24 94C34 86 32 72 22 72C14 72 14 82 6 80C0 76 10 56 17 40C24 22 25 4 22 -8C18 -24 10 -31 0 -30Z',
      drawing.linear([
        [0, FUR.base],
        [0.5, '#9c5a36'],
        [1, FUR.shade],
      ]),
    ),
  )
  const folds = [18, 32, 46, 60]
    .map((y) => stroke(`M${-20 + y * 0.05} ${y}Q0 ${y + 9} ${18 - y * 0.12} ${y - 2}`, FUR.deep, 2, 'opacity="0.5"'))
    .join('')
  const tuft = relief(
    drawing,
    { round: 4, height: 8, gloss: 0.4, shadow: 3, rim: '#ffe0b8' },
    path(
      'M-46 -54C-52 -88 -20 -108 2 -104C26 -108 52 -86 46 -54C42 -66 36 -68 30 -58C26 -72 18 -72 12 -60C8 -74 -4 -74 -8 -60C-14 -72 -24 -70 -28 -58C-34 -68 -42 -66 -46 -54Z',
      drawing.linear([
        [0, '#d79262'],
        [1, '#7a3f22'],
      ]),
    ),
  )
  const frost = path(
    'M-34 -84Q0 -112 34 -84Q20 -78 12 -88Q6 -76 -2 -88Q-10 -76 -16 -88Q-24 -78 -34 -84Z',
    '#ffffff',
    'opacity="0.85"',
  )
  const strands = [-50, -40, -22, 22, 40, 50]
    .map((x) => stroke(`M${x} -${64 - Math.abs(x) * 0.5}Q${x * 1.1} -40 ${x * 1.06} -26`, '#e0a071', 2, 'opacity="0.45"'))
    .join('')
  const brow = (side: number): string =>
    stroke(`M${side * 14} -26Q${side * 30} -40 ${side * 44} -24`, FUR.deep, 6)
  return (
    ear(-1) +
    ear(1) +
    head +
    strands +
    tuft +
    frost +
    eye(-28, -10, 12, '#2fa8e0', 1.5) +
    eye(28, -10, 12, '#2fa8e0', -1.5) +
    brow(-1) +
    brow(1) +
    trunk +
    folds +
    tusk(-1) +
    tusk(1)
  )
}

/** A sabre-toothed cat, snarling. */
export function sabre(drawing: Drawing): string {
  const coat = solid(drawing, GINGER, 90)
  const ear = (side: number): string =>
    relief(
      drawing,
      { round: 4, height: 8, gloss: 0.3, shadow: 4, rim: '#8fe6ff' },
      path(`M${side * 30} -62C${side * 44} -98 ${side * 78} -92 ${side * 74} -44Z`, coat),
      path(`M${side * 42} -62C${side * 50} -82 ${side * 68} -78 ${side * 66} -52Z`, '#a24a3a'),
    )
  const stripe = (d: string): string => path(d, GINGER.deep, 'opacity="0.75"')
  const fang = (side: number): string =>
    relief(
      drawing,
      { round: 2.4, height: 7, gloss: 1.1, shadow: 3, rim: '#bff1ff' },
      path(`M${side * 14} 28L${side * 34} 26Q${side * 34} 66 ${side * 22} 92Q${side * 12} 62 ${side * 14} 28Z`, solid(drawing, TUSK)),
    )
  return (
    ear(-1) +
    ear(1) +
    relief(
      drawing,
      { round: 9, height: 12, gloss: 0.35, sharpness: 10, shadow: 7, rim: '#8fe6ff', rimOpacity: 0.75, rimWidth: 3.2 },
      path(
        smooth([
          [0, -76],
          [46, -66],
          [76, -28],
          [90, 14],
          [66, 32],
          [50, 62],
          [0, 78],
          [-50, 62],
          [-66, 32],
          [-90, 14],
          [-76, -28],
          [-46, -66],
        ]),
        coat,
      ),
    ) +
    stripe('M-5 -76L5 -76L0 -40Z') +
    stripe('M-26 -72L-15 -74L-14 -46Z') +
    stripe('M26 -72L15 -74L14 -46Z') +
    [-1, 1].map((s) => stripe(`M${s * 88} 6L${s * 62} 2L${s * 84} -8Z`) + stripe(`M${s * 80} 24L${s * 58} 16L${s * 84} 12Z`)).join('') +
    relief(
      drawing,
      { round: 6, height: 8, gloss: 0.3, shadow: 2, rim: '#ffffff' },
      path(smooth([[0, 2], [34, 10], [46, 34], [26, 50], [0, 46], [-26, 50], [-46, 34], [-34, 10]]), '#fff0d8'),
    ) +
    path('M-30 40Q0 34 30 40Q26 72 0 76Q-26 72 -30 40Z', '#5c0f1c') +
    path('M-16 62Q0 52 16 62Q10 74 0 75Q-10 74 -16 62Z', '#ff7a86') +
    fang(-1) +
    fang(1) +
    relief(drawing, { round: 3, height: 6, gloss: 1, shadow: 2 }, path('M-16 8Q0 0 16 8Q14 24 0 26Q-14 24 -16 8Z', '#3a1414')) +
    eye(-34, -22, 13, '#3fd0a0', 2) +
    eye(34, -22, 13, '#3fd0a0', -2) +
    stroke('M-54 -40L-18 -26', GINGER.deep, 8) +
    stroke('M54 -40L18 -26', GINGER.deep, 8)
  )
}

/** A snowy owl. */
export function owl(drawing: Drawing): string {
  const white = solid(drawing, SNOW, 90)
  const wing = (side: number): string =>
    relief(
      drawing,
      { round: 5, height: 9, gloss: 0.3, shadow: 5, rim: '#8fe6ff' },
      path(smooth([[side * 40, -18], [side * 84, 0], [side * 88, 54], [side * 58, 90], [side * 38, 60]]), white),
    ) +
    [12, 34, 56].map((y, i) => stroke(`M${side * 56} ${y}Q${side * (68 - i * 3)} ${y + 12} ${side * (80 - i * 6)} ${y + 4}`, SNOW.shade, 3.4)).join('')
  const disc = (side: number): string =>
    relief(
      drawing,
      { round: 5, height: 7, gloss: 0.3, shadow: 2, rim: '#ffffff' },
      circle(side * 27, -32, 34, drawing.radial([[0, '#ffffff'], [0.7, '#eaf5ff'], [1, '#a9c8e6']])),
    ) + eye(side * 26, -30, 19, '#ffc42e', side * -2)
  const specks = [
    [-22, 26], [0, 20], [22, 26], [-12, 42], [12, 42], [-24, 58], [0, 56], [24, 58], [-12, 74], [12, 74],
  ]
  return (
    wing(-1) +
    wing(1) +
    relief(
      drawing,
      { round: 9, height: 12, gloss: 0.35, shadow: 7, rim: '#8fe6ff', rimOpacity: 0.9, rimWidth: 3.2 },
      path(smooth([[0, -90], [44, -84], [66, -44], [58, 0], [60, 50], [34, 92], [-34, 92], [-60, 50], [-58, 0], [-66, -44], [-44, -84]]), white),
    ) +
    specks.map(([x = 0, y = 0]) => path(`M${x - 6} ${y - 4}Q${x} ${y + 9} ${x + 6} ${y - 4}Q${x} ${y + 2} ${x - 6} ${y - 4}Z`, SNOW.deep, 'opacity="0.6"')).join('') +
    disc(-1) +
    disc(1) +
    [-1, 1].map((s) => path(`M${s * 8} -62L${s * 52} -86L${s * 40} -58Z`, '#ffffff') ).join('') +
    relief(drawing, { round: 3, height: 7, gloss: 1, shadow: 3 }, path('M0 -26Q13 -16 0 10Q-13 -16 0 -26Z', metal(drawing, { ...TUSK, base: '#f0a32a', shade: '#a05a0c', light: '#ffd070' })))
  )
}

/** A polar fox. */
export function fox(drawing: Drawing): string {
  const coat = drawing.linear([[0, '#ffffff'], [0.5, '#dcecff'], [1, '#8fb4ea']])
  const ear = (side: number): string =>
    relief(
      drawing,
      { round: 4, height: 8, gloss: 0.3, shadow: 4, rim: '#a5f0ff' },
      path(`M${side * 16} -52L${side * 62} -98Q${side * 80} -56 ${side * 66} -18Z`, coat),
      path(`M${side * 34} -52L${side * 58} -80Q${side * 66} -54 ${side * 58} -32Z`, '#e58aa6'),
    )
  return (
    ear(-1) +
    ear(1) +
    relief(
      drawing,
      { round: 8, height: 12, gloss: 0.4, shadow: 7, rim: '#7fe0ff', rimOpacity: 0.9, rimWidth: 3.2 },
      path(smooth([[0, -60], [40, -56], [68, -24], [94, 22], [58, 34], [26, 66], [0, 88], [-26, 66], [-58, 34], [-94, 22], [-68, -24], [-40, -56]], true, 0.9), coat),
    ) +
    path(smooth([[0, 6], [26, 28], [18, 62], [0, 80], [-18, 62], [-26, 28]]), '#ffffff') +
    [-1, 1].map((s) => path(`M${s * 14} -6Q${s * 34} -30 ${s * 54} -10Q${s * 36} 6 ${s * 14} -6Z`, '#12203c') + circle(s * 34, -10, 8, '#55d8ff') + circle(s * 34, -10, 4, '#04101f') + circle(s * 31, -13, 2.6, '#fff')).join('') +
    relief(drawing, { round: 3, height: 7, gloss: 1.2, shadow: 2 }, path('M-13 60Q0 52 13 60Q10 76 0 80Q-10 76 -13 60Z', '#1b2436')) +
    stroke('M-20 66Q-44 64 -56 56M20 66Q44 64 56 56', '#5b7fb4', 2, 'opacity="0.7"') +
    glints(drawing, [-42, -34, 9])
  )
}

/** A cluster of ice spikes grown from one root, pointing up. */
export function spikes(drawing: Drawing, ice: Tones = ICE): string {
  const shard = (x: number, tip: number, width: number, lean: number): string => {
    const [l, r, top] = [x - width, x + width, x + lean]
    return group(
      '',
      path(polygon([[l, 60], [top - 2, tip], [x, 60]]), drawing.linear([[0, ice.shine], [0.5, ice.light], [1, ice.base]])),
      path(polygon([[x, 60], [top - 2, tip], [r, 60]]), drawing.linear([[0, ice.light], [0.5, ice.base], [1, ice.shade]])),
      stroke(`M${top - 2} ${tip}L${x} 60`, '#ffffff', 1.6, 'opacity="0.8"'),
    )
  }
  return relief(
    drawing,
    { round: 1.5, height: 4, gloss: 1, shadow: 4, rim: '#ffffff' },
    shard(-44, -24, 20, -14),
    shard(44, -36, 22, 14),
    shard(-18, -70, 22, -6),
    shard(20, -58, 20, 6),
    shard(0, -20, 26, 0),
  )
}
