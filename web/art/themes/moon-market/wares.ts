import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { BRASS, COPPER, GOLD, type Tones, glints, metal, relief, solid } from '../../kit/materials'
import { polar, ring, smooth, star } from '../../kit/shapes'

const NIGHT: Tones = { shine: '#c4b8ff', light: '#6a5ab8', base: '#3a2c78', shade: '#211648', deep: '#0f0826' }
const BRIM: Tones = { shine: '#fff2c4', light: '#ffd27a', base: '#f0a63a', shade: '#a8641a', deep: '#4f2a06' }
export const STRIPE = ['#e8455a', '#fff2dc'] as const

/** A market stall with a striped awning and one lit lantern: the mystery. */
export function stall(drawing: Drawing): string {
  const stripes = Array.from({ length: 7 }, (_, i) => {
    const [a, b] = [-84 + i * 24, -60 + i * 24]
    const [c, d] = [-96 + i * 27.4, -96 + (i + 1) * 27.4]
    return path(`M${a} -66L${b} -66L${d} -14Q${(c + d) / 2} 6 ${c} -14Z`, drawing.linear([[0, STRIPE[i % 2] ?? ''], [1, i % 2 === 0 ? '#a81e44' : '#e0c4a0']]))
  })
  return (
    circle(0, 6, 102, drawing.radial([[0, '#ffb84a', 0.75], [0.6, '#8a4ae8', 0.4], [1, '#5a2ad0', 0]])) +
    path('M-74 -10H74V84H-74Z', drawing.linear([[0, '#2a1458'], [1, '#12082c']])) +
    circle(0, 32, 52, drawing.radial([[0, '#fff0b0', 0.95], [0.5, '#ffb03a', 0.5], [1, '#ff8a1e', 0]])) +
    relief(drawing, { round: 3, height: 8, gloss: 0.6, shadow: 4 }, path('M-84 -12H-72V92H-84ZM72 -12H84V92H72Z', metal(drawing, COPPER, 20)), path('M-92 66H92V92H-92Z', solid(drawing, { ...COPPER, base: '#7a3f24', light: '#b06a3c' }))) +
    relief(drawing, { round: 4, height: 9, gloss: 0.6, shadow: 6, rim: '#fff6e0' }, ...stripes) +
    relief(drawing, { round: 3, height: 8, gloss: 1, shadow: 3 }, path('M-88 -76H88L84 -62H-84Z', metal(drawing, GOLD))) +
    relief(
      drawing,
      { round: 4, height: 9, gloss: 1.2, shadow: 4, rim: '#fff6cf' },
      path('M-22 20C-22 -8 22 -8 22 20C22 32 8 34 8 46H-8C-8 30 8 28 8 20C8 8 -8 8 -8 20Z', metal(drawing, GOLD, 60)),
      circle(0, 58, 9, metal(drawing, GOLD)),
    ) +
    glints(drawing, [-18, 2, 13])
  )
}

/** The merchant: a cat in a star-sewn hood, one paw raised. */
export function cat(drawing: Drawing): string {
  const fur = drawing.linear([[0, '#5a5478'], [0.5, '#2e2a48'], [1, '#151226']])
  const ear = (s: number): string =>
    relief(drawing, { round: 4, height: 8, gloss: 0.5, shadow: 4, rim: '#b8a0ff' }, path(`M${s * 14} -50L${s * 58} -96Q${s * 74} -54 ${s * 60} -14Z`, fur), path(`M${s * 32} -50L${s * 54} -76Q${s * 62} -50 ${s * 54} -28Z`, '#e08ab0'))
  const eye = (s: number): string =>
    ellipse(s * 28, -10, 21, 20, '#0c0818') + ellipse(s * 28, -10, 18.5, 17.5, drawing.radial([[0, '#fff8b0'], [0.6, '#ffd23a'], [1, '#e08a12']])) + ellipse(s * 27, -10, 5.4, 14, '#0c0610') + circle(s * 22, -17, 5, '#ffffff') + circle(s * 33, -3, 2.4, '#ffffff')
  return (
    relief(drawing, { round: 6, height: 9, gloss: 0.5, shadow: 6, rim: '#ffd27a' }, path('M-92 104C-88 52 -54 32 0 34C54 32 88 52 92 104Z', solid(drawing, NIGHT))) +
    ([[-60, 78, 9], [-30, 62, 6], [34, 66, 8], [64, 84, 7], [0, 90, 6]] as const).map(([x, y, r]) => drawing.place({ x, y }, () => path(star(5, r, r * 0.45), '#ffe08a'))).join('') +
    ear(-1) +
    ear(1) +
    relief(drawing, { round: 9, height: 12, gloss: 0.6, shadow: 6, rim: '#b8a0ff', rimOpacity: 0.9, rimWidth: 3.4 }, path(smooth([[0, -62], [44, -56], [74, -20], [78, 14], [54, 44], [0, 56], [-54, 44], [-78, 14], [-74, -20], [-44, -56]]), fur)) +
    relief(drawing, { round: 5, height: 8, gloss: 0.4, shadow: 1 }, path(smooth([[0, 8], [26, 12], [34, 30], [20, 44], [0, 42], [-20, 44], [-34, 30], [-26, 12]]), '#6a6490')) +
    eye(-1) +
    eye(1) +
    path('M-9 12Q0 7 9 12Q6 22 0 23Q-6 22 -9 12Z', '#ff8ab0') +
    stroke('M0 23V30M0 30Q-10 38 -18 32M0 30Q10 38 18 32', '#120c20', 3.4) +
    stroke('M-38 22L-92 12M-38 28L-90 34M38 22L92 12M38 28L90 34', '#e8e0ff', 2, 'opacity="0.8"') +
    drawing.place({ x: 0, y: -38 }, () => path('M-13 6A14 14 0 1 1 9 -10A11 11 0 1 0 -13 6Z', '#ffe08a')) +
    relief(drawing, { round: 3, height: 8, gloss: 1, shadow: 3 }, path('M-46 46Q0 70 46 46L42 60Q0 84 -42 60Z', solid(drawing, { shine: '#ffd0da', light: '#ff6a84', base: '#d82a50', shade: '#8a1238', deep: '#40061c' })), circle(0, 76, 14, metal(drawing, GOLD, 60))) +
    stroke('M-10 78H10M0 78V88', '#8a5206', 3)
  )
}

/** A full moon with a face asleep in it. */
export function moon(drawing: Drawing): string {
  return (
    circle(0, -6, 103, drawing.radial([[0, '#fff8d8', 0.95], [0.6, '#b8a0ff', 0.4], [1, '#8a6aff', 0]])) +
    relief(drawing, { round: 8, height: 12, gloss: 0.8, shadow: 6, rim: '#ffe9b0', rimWidth: 3.4 }, circle(0, -10, 76, drawing.radial([[0, '#fffdf0'], [0.6, '#ffe9a8'], [1, '#e0aa4a']], 0.38, 0.3))) +
    ([[-38, -46, 12], [34, -58, 8], [48, -16, 10], [-52, 6, 8], [-12, -66, 6]] as const).map(([x, y, r]) => ellipse(x, y, r, r * 0.85, '#d8a85a', 'opacity="0.4"')).join('') +
    stroke('M-40 -14Q-26 -2 -12 -14M12 -14Q26 -2 40 -14', '#8a5a1e', 5) +
    stroke('M-16 16Q0 30 16 16', '#8a5a1e', 5) +
    circle(-42, 8, 10, '#ff9a7a', 'opacity="0.45"') + circle(42, 8, 10, '#ff9a7a', 'opacity="0.45"')
  )
}

/** A copper teapot that pours steam. */
export function teapot(drawing: Drawing): string {
  const body = metal(drawing, COPPER, 60)
  return (
    path('M-80 -50C-100 -70 -72 -80 -88 -100', 'none', 'stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.55"') +
    relief(drawing, { round: 4, height: 10, gloss: 1.2, shadow: 6, rim: '#ffe0c8' }, path('M-52 24C-84 20 -86 -14 -94 -34L-72 -38C-66 -14 -62 -6 -48 -2Z', body), path(ring(66, 8, 34, 22), body, 'fill-rule="evenodd"')) +
    relief(drawing, { round: 8, height: 13, gloss: 1.3, shadow: 7, rim: '#ffe0c8', rimWidth: 3 }, path(smooth([[0, -44], [46, -34], [68, 10], [52, 62], [0, 76], [-52, 62], [-68, 10], [-46, -34]]), body)) +
    relief(drawing, { round: 3, height: 9, gloss: 1.2, shadow: 3 }, path('M-40 -36Q0 -66 40 -36Q0 -22 -40 -36Z', metal(drawing, GOLD)), circle(0, -64, 12, metal(drawing, GOLD)), path('M-40 70H40L34 86H-34Z', metal(drawing, GOLD))) +
    drawing.place({ x: 0, y: 18 }, (d) => relief(d, { round: 1.6, height: 5, gloss: 1, shadow: 1 }, path('M-16 14A24 24 0 1 1 14 -20A19 19 0 1 0 -16 14Z', metal(d, GOLD)), path(star(5, 11, 5), metal(d, GOLD), 'transform="translate(16 6)"'))) +
    glints(drawing, [-30, -8, 17], [44, 44, 9])
  )
}

/** A clock with an owl's face. */
export function owlClock(drawing: Drawing): string {
  const wood = { shine: '#f7d6a4', light: '#c48a52', base: '#8a5428', shade: '#563014', deep: '#2a1406' }
  return (
    relief(drawing, { round: 6, height: 10, gloss: 0.7, shadow: 7, rim: '#ffe0a8', rimWidth: 3 }, path('M-66 -56L-78 -98L-36 -80Q0 -94 36 -80L78 -98L66 -56Q86 0 66 58Q40 96 0 98Q-40 96 -66 58Q-86 0 -66 -56Z', solid(drawing, wood))) +
    [-1, 1].map((s) => relief(drawing, { round: 3, height: 8, gloss: 1, shadow: 2 }, path(ring(s * 31, -36, 29, 22), metal(drawing, BRASS, 60), 'fill-rule="evenodd"')) + circle(s * 31, -36, 22, drawing.radial([[0, '#fffbe0'], [1, '#f0d28a']])) + circle(s * 30, -36, 12, '#3a1a6a') + circle(s * 27, -40, 4, '#fff')).join('') +
    relief(drawing, { round: 2, height: 7, gloss: 1.1, shadow: 2 }, path('M-10 -18L10 -18L0 4Z', metal(drawing, GOLD))) +
    relief(drawing, { round: 3, height: 8, gloss: 1, shadow: 2 }, path(ring(0, 46, 42, 34), metal(drawing, GOLD, 60), 'fill-rule="evenodd"')) +
    circle(0, 46, 34, '#fff8e4') +
    Array.from({ length: 12 }, (_, i) => {
      const [a, b] = [polar(i * 30, 29, 0, 46), polar(i * 30, i % 3 === 0 ? 22 : 26, 0, 46)]
      return stroke(`M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${b[0].toFixed(1)} ${b[1].toFixed(1)}`, '#3a1a6a', i % 3 === 0 ? 4 : 2)
    }).join('') +
    stroke('M0 46V26M0 46L14 54', '#8a1238', 4) + circle(0, 46, 4, '#3a1a6a')
  )
}

/** A flask of something bright. */
export function potion(drawing: Drawing): string {
  return (
    circle(0, 30, 80, drawing.radial([[0, '#5affc8', 0.7], [1, '#2ad4e6', 0]])) +
    relief(drawing, { round: 4, height: 9, gloss: 1.4, shadow: 7, rim: '#ffffff', rimWidth: 3 }, path('M-20 -70H20V-30C58 -14 78 20 68 58C60 88 -60 88 -68 58C-78 20 -58 -14 -20 -30Z', drawing.linear([[0, '#eafcff'], [0.4, '#9adcf0'], [1, '#4a8ac8']]))) +
    path('M-58 16Q-30 4 0 16T60 14C66 30 66 46 62 58C54 80 -54 80 -62 58C-66 44 -64 30 -58 16Z', drawing.linear([[0, '#b8ffe0'], [0.4, '#2fe8b0'], [1, '#0a8a8a']])) +
    ([[-26, 46, 9], [8, 34, 6], [30, 54, 11], [-4, 62, 5], [-44, 34, 5]] as const).map(([x, y, r]) => circle(x, y, r, '#ffffff', 'opacity="0.45"') + circle(x - r * 0.3, y - r * 0.3, r * 0.3, '#fff')).join('') +
    path('M-48 12C-50 34 -48 52 -40 62', 'none', 'stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.8"') +
    relief(drawing, { round: 3, height: 7, gloss: 0.5, shadow: 3 }, path('M-24 -96H24L20 -66H-20Z', solid(drawing, { shine: '#ffe0b0', light: '#d89a5a', base: '#a86a30', shade: '#6a3c14', deep: '#341a06' })), path('M-26 -70H26V-58H-26Z', metal(drawing, GOLD))) +
    glints(drawing, [34, 0, 14])
  )
}

/** A lamp of coloured glass. */
export function glassLamp(drawing: Drawing): string {
  const pane = (i: number): string => {
    const colors = ['#ff5a84', '#ffb03a', '#5ae0c8', '#8a6aff']
    const x = -54 + i * 27
    return path(`M${x} -28L${x + 27} -28L${(x + 27) * 0.86} 46L${x * 0.86} 46Z`, drawing.radial([[0, '#fff8d8'], [0.35, colors[i] ?? ''], [1, '#3a1048']], 0.5, 0.6, 0.8))
  }
  return (
    circle(0, 8, 96, drawing.radial([[0, '#ffd27a', 0.8], [1, '#ff8a4a', 0]])) +
    stroke('M0 -100V-78', '#d8a040', 5) +
    [0, 1, 2, 3].map(pane).join('') +
    stroke('M-54 -28L-46 46M-27 -28L-23 46M0 -28V46M27 -28L23 46M54 -28L46 46M-50 8H50', '#6a3c0c', 4) +
    relief(drawing, { round: 3, height: 9, gloss: 1.2, shadow: 5, rim: '#fff6cf' }, path('M-62 -26C-50 -62 -20 -60 0 -84C20 -60 50 -62 62 -26Z', metal(drawing, GOLD, 60)), path('M-56 44H56L40 62H-40Z', metal(drawing, GOLD)), circle(0, 76, 10, metal(drawing, BRIM))) +
    stroke('M0 84V98', '#e8455a', 7) + glints(drawing, [-34, -46, 15], [30, 20, 11])
  )
}

/** A tile of night sky, in a golden edge, for a card letter. */
export function nightTile(drawing: Drawing): string {
  const shape = 'M0 -94C30 -94 40 -80 66 -66C92 -52 94 -26 94 0C94 26 92 52 66 66C40 80 30 94 0 94C-30 94 -40 80 -66 66C-92 52 -94 26 -94 0C-94 -26 -92 -52 -66 -66C-40 -80 -30 -94 0 -94Z'
  return (
    relief(drawing, { round: 4, height: 8, gloss: 0.8, shadow: 6, rim: '#ffe9b0' }, path(shape, drawing.radial([[0, '#4a3aa0'], [0.7, '#23155a'], [1, '#0f0830']], 0.4, 0.3), 'stroke="#f0b84a" stroke-width="5"')) +
    ([[-62, -30, 3], [58, -48, 4], [64, 36, 3], [-54, 52, 4], [0, -78, 3]] as const).map(([x, y, r]) => drawing.place({ x, y }, () => path(star(4, r * 2.4, r * 0.7), '#fff3c4'))).join('')
  )
}
