import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { GOLD, SILVER, type Tones, WOOD, glints, metal, relief, solid } from '../../kit/materials'
import { type Point, polar, polygon, ring, smooth } from '../../kit/shapes'

export const STONE: Tones = { shine: '#eef4fa', light: '#b8c4d2', base: '#7e8c9e', shade: '#4c586a', deep: '#232c3a' }
export const SAIL: Tones = { shine: '#ffe0d8', light: '#ff8a74', base: '#d83a34', shade: '#8e1a22', deep: '#450810' }
export const ICE: Tones = { shine: '#ffffff', light: '#c8f4ff', base: '#5ac8f0', shade: '#2278b0', deep: '#0c3054' }
const FEATHER: Tones = { shine: '#c8d4ff', light: '#5a6a9c', base: '#2c3458', shade: '#161a32', deep: '#080a18' }
const STEEL: Tones = { shine: '#eaf4ff', light: '#b4c6de', base: '#7c92b4', shade: '#48597c', deep: '#1e2840' }
const FUR: Tones = { shine: '#c4d0e8', light: '#7484a4', base: '#46547a', shade: '#26304e', deep: '#101628' }
const HIDE: Tones = { shine: '#fff0d8', light: '#e8c89a', base: '#b88a58', shade: '#7a5230', deep: '#3c2412' }

const SOFT = { round: 5, height: 10, gloss: 0.8, shadow: 6 }

/** The five signs that are cut into stones, as strokes. */
export const SIGNS = {
  sun: 'M-26 -46L26 -12L-26 14L26 50',
  oak: 'M0 -54V54M0 -46L34 -22M0 -18L34 6',
  wave: 'M-30 -46L0 -10L-30 24M8 -22L34 12L8 50',
  ice: 'M0 -54V54M-30 22L30 -22',
  star: 'M0 -54V54M-30 -44L0 -8L30 -44',
} as const

/** A standing stone with a glowing sign. */
export function rune(sign: keyof typeof SIGNS, light: string, outline: readonly Point[]): (drawing: Drawing) => string {
  return (drawing) =>
    relief(drawing, { ...SOFT, round: 7, height: 14, gloss: 0.5, rim: light, rimWidth: 3.4 }, path(smooth(outline, true, 0.7), drawing.linear([[0, STONE.light], [0.5, STONE.base], [1, STONE.shade]], 70))) +
    path(smooth(outline.map(([x, y]): Point => [x * 0.84, y * 0.84]), true, 0.7), 'none', `stroke="${STONE.deep}" stroke-width="3" opacity="0.35"`) +
    stroke('M-48 -62L-34 -48M40 58L58 44M-56 34L-42 40', STONE.deep, 3, 'opacity="0.45"') +
    stroke(SIGNS[sign], light, 26, `opacity="0.35" filter="${drawing.blur(7)}"`) +
    stroke(SIGNS[sign], STONE.deep, 17) +
    stroke(SIGNS[sign], light, 10.5) +
    stroke(SIGNS[sign], '#ffffff', 4, 'opacity="0.9"')
  }

/** A ship with a striped sail, its prow a beast's head. */
export function longship(drawing: Drawing): string {
  const stripes = [-44, -14, 16, 46].map((x) => path(`M${x} -78Q${x + 6} -30 ${x} 16H${x + 15}Q${x + 21} -30 ${x + 15} -78Z`, '#fff4e4', 'opacity="0.92"')).join('')
  return (
    stroke('M0 -92V40', WOOD.shade, 9) +
    relief(drawing, { ...SOFT, round: 7, rim: '#ffd0b8' }, path('M-66 -80Q0 -92 66 -80Q78 -30 64 16Q0 30 -64 16Q-78 -30 -66 -80Z', solid(drawing, SAIL))) +
    `<g clip-path="${drawing.clip('M-66 -80Q0 -92 66 -80Q78 -30 64 16Q0 30 -64 16Q-78 -30 -66 -80Z')}">${stripes}</g>` +
    relief(drawing, { ...SOFT, rim: '#ffe0b0' }, path('M-100 -26C-96 -48 -74 -50 -72 -34C-84 -34 -84 -22 -80 -12C-66 22 64 22 80 -12C84 -22 84 -34 72 -34C76 -52 98 -46 100 -24C106 26 70 70 0 70C-70 70 -106 26 -100 -26Z', solid(drawing, WOOD))) +
    stroke('M-86 20Q0 52 86 20', WOOD.deep, 3, 'opacity="0.6"') + stroke('M-74 40Q0 68 74 40', WOOD.deep, 3, 'opacity="0.5"') +
    [-54, -27, 0, 27, 54].map((x, i) => relief(drawing, { round: 3, height: 8, gloss: 0.9, shadow: 3 }, circle(x, 26 + Math.abs(i - 2) * -5 + 8, 15, solid(drawing, i % 2 === 0 ? SAIL : ICE)), circle(x, 26 + Math.abs(i - 2) * -5 + 8, 5, metal(drawing, GOLD)))).join('') +
    path('M-92 72Q-60 56 -30 72T30 72T92 72Q84 100 0 102Q-84 100 -92 72Z', drawing.linear([[0, ICE.light], [0.4, ICE.base], [1, ICE.shade, 0.2]])) + stroke('M-88 74Q-60 58 -30 76T30 76T88 74', '#ffffff', 3, 'opacity="0.8"') +
    circle(-88, -34, 3.4, '#fff3c4') + glints(drawing, [-48, -64, 12])
  )
}

/** A horned helm; the face in it is all shade but for its eyes. */
export function helm(drawing: Drawing): string {
  const horn = (side: 1 | -1): string => relief(drawing, { ...SOFT, rim: '#fff6dc' }, path(`M${side * 52} -26C${side * 92} -30 ${side * 104} -66 ${side * 84} -100C${side * 112} -62 ${side * 112} -6 ${side * 58} 4Z`, drawing.linear([[0, '#fff8e8'], [0.6, '#e8d0a0'], [1, '#a88050']])))
  return (
    horn(-1) + horn(1) +
    relief(drawing, { ...SOFT, gloss: 0.3, rim: '#5a7ab0', rimOpacity: 0.35 }, path('M-60 18C-58 62 -36 92 0 100C36 92 58 62 60 18Z', drawing.radial([[0, '#26314c'], [0.6, '#141b30'], [1, '#080c18']], 0.5, 0.35, 0.7))) +
    relief(drawing, { ...SOFT, round: 8, height: 9, gloss: 0.5, rim: '#e8f4ff' }, path('M-66 30C-76 -50 -38 -88 0 -90C38 -88 76 -50 66 30Q0 12 -66 30Z', metal(drawing, STEEL, 20))) +
    relief(drawing, { round: 3, height: 8, gloss: 1.1, shadow: 4 }, path('M-9 -92H9V56Q0 74 -9 56Z', metal(drawing, GOLD, 0)), path('M-72 14Q0 -8 72 14V36Q0 14 -72 36Z', metal(drawing, GOLD, 60))) +
    relief(drawing, { ...SOFT, rim: '#e8f4ff' }, path('M-64 34C-66 66 -54 92 -34 98C-26 72 -26 52 -22 30Q-44 28 -64 34Z', metal(drawing, STEEL, 60)), path('M64 34C66 66 54 92 34 98C26 72 26 52 22 30Q44 28 64 34Z', metal(drawing, STEEL, 60))) +
    ellipse(-28, 34, 13, 8, '#0c1220') + ellipse(28, 34, 13, 8, '#0c1220') + circle(-27, 33, 3.6, '#7affe0') + circle(27, 33, 3.6, '#7affe0') +
    [-56, -32, 32, 56].map((x) => circle(x, 18 - Math.abs(x) * -0.08, 4, GOLD.deep)).join('') + glints(drawing, [-34, -56, 14])
  )
}

/** The keeper of the ridge: the helm over a braided beard and a mantle of fur. */
export function keeper(drawing: Drawing): string {
  const tuft = (x: number, y: number, turn: number): string => drawing.place({ x, y, turn }, (d) => path('M-11 -12C-11 6 -6 22 2 36C7 20 11 4 11 -12Z', d.linear([[0, FUR.light], [0.5, FUR.base], [1, FUR.shade]])))
  const row = (y: number, reach: number, count: number): string[] => Array.from({ length: count }, (_, i) => { const at = (i / (count - 1)) * 2 - 1; return tuft(at * reach, y + at * at * 16, -at * 30) })
  const braid = (x: number): string[] => [0, 1, 2, 3].map((i) => ellipse(x, 68 + i * 9, 9 - i * 0.7, 7.5, drawing.linear([[0, '#ffe0a0'], [0.5, '#d89a4a'], [1, '#8a5420']])))
  return (
    relief(drawing, { ...SOFT, gloss: 0.2, rim: FUR.shine }, path('M-98 104C-100 66 -66 46 0 46C66 46 100 66 98 104Z', solid(drawing, FUR))) +
    [row(76, 82, 11), row(60, 66, 9), row(48, 48, 7)].map((tufts) => relief(drawing, { round: 2, height: 4, gloss: 0.2, shadow: 3, rim: FUR.shine, rimOpacity: 0.35 }, ...tufts)).join('') +
    drawing.place({ x: 0, y: -20, scale: 0.8 }, helm) +
    relief(drawing, { ...SOFT, round: 4, gloss: 0.5, rim: '#fff0d0' }, path('M-21 42C-25 58 -18 72 0 82C18 72 25 58 21 42Q10 36 0 43Q-10 36 -21 42Z', drawing.linear([[0, '#f4cc80'], [0.5, '#d08c40'], [1, '#8a5420']])), ...braid(-11), ...braid(11)) +
    relief(drawing, { round: 2, height: 7, gloss: 1, shadow: 2 }, path('M-18 90H-4V97H-18ZM4 90H18V97H4Z', metal(drawing, GOLD)))
  )
}

/** A broad axe. */
export function axe(drawing: Drawing): string {
  return drawing.place({ x: -14, y: 2, turn: 20, scale: 0.9 }, (d) =>
    relief(d, { ...SOFT, rim: '#ffe0b0' }, path('M-9 -96H9L12 102H-12Z', solid(d, WOOD, 0))) +
    [20, 40, 60, 80].map((y) => stroke(`M-11 ${y}L11 ${y - 9}`, HIDE.shade, 6)).join('') +
    relief(d, { ...SOFT, round: 4, height: 7, gloss: 0.5, rim: '#e8f4ff' }, path('M-18 -84H18C44 -96 70 -104 92 -100C108 -60 104 -14 82 22C66 2 46 -14 18 -20H-18C-34 -16 -46 -18 -56 -8C-62 -34 -60 -68 -52 -92C-40 -84 -30 -86 -18 -84Z', metal(d, STEEL, 30))) +
    stroke('M90 -92C98 -58 96 -18 80 12', '#ffffff', 5, 'opacity="0.85"') + stroke('M36 -72Q58 -54 40 -36Q24 -52 36 -72M66 -74Q50 -54 62 -34', ICE.shade, 4, 'opacity="0.8"') +
    relief(d, { round: 3, height: 8, gloss: 1.1, shadow: 3 }, path('M-20 -90H20V-14H-20Z', metal(d, GOLD, 0))) + glints(d, [74, -80, 14]))
}

/** A round shield. */
export function shield(drawing: Drawing): string {
  const quarter = (from: number, tones: Tones): string => path(`M0 0L${polar(from, 86).map((v) => v.toFixed(1)).join(' ')}A86 86 0 0 1 ${polar(from + 90, 86).map((v) => v.toFixed(1)).join(' ')}Z`, solid(drawing, tones))
  return (
    relief(drawing, { ...SOFT, round: 8, height: 12, rim: '#ffe0c0' }, quarter(0, SAIL), quarter(90, ICE), quarter(180, SAIL), quarter(270, ICE)) +
    stroke('M-86 0H86M0 -86V86', WOOD.deep, 4, 'opacity="0.5"') +
    relief(drawing, { round: 4, height: 11, gloss: 1.1, shadow: 5 }, path(ring(0, 0, 100, 82), metal(drawing, SILVER), 'fill-rule="evenodd"'), circle(0, 0, 30, metal(drawing, GOLD))) +
    Array.from({ length: 12 }, (_, i) => { const [x, y] = polar(i * 30 + 15, 91); return circle(x, y, 4.6, STONE.deep) + circle(x - 1, y - 1, 2, '#ffffff') }).join('') +
    circle(-8, -9, 8, '#fffbe0', 'opacity="0.8"') + glints(drawing, [-52, -56, 14])
  )
}

/** A raven with spread wings. */
export function raven(drawing: Drawing): string {
  const wing = (side: 1 | -1): string => relief(drawing, { ...SOFT, round: 3, rim: '#9ab4ff', rimWidth: 3 }, ...[0, 1, 2, 3, 4].map((i) => path(polygon([[side * 10, -34 + i * 9], [side * (98 - i * 5), -78 + i * 27], [side * (86 - i * 10), -48 + i * 25], [side * 14, -6 + i * 9]]), drawing.linear([[0, FEATHER.light], [0.5, FEATHER.base], [1, FEATHER.shade]]), `stroke="${FEATHER.shine}" stroke-width="1" stroke-opacity="0.4"`)))
  return (
    wing(-1) + wing(1) +
    relief(drawing, { ...SOFT, rim: '#9ab4ff' }, path('M-24 -34C-30 10 -18 48 0 60C18 48 30 10 24 -34Z', solid(drawing, FEATHER)), path('M-22 46L0 98L22 46Z', solid(drawing, FEATHER)), circle(0, -48, 27, solid(drawing, FEATHER))) +
    relief(drawing, { round: 2, height: 7, gloss: 1, shadow: 3 }, path('M-12 -46L0 -10L12 -46Q0 -56 -12 -46Z', metal(drawing, GOLD))) +
    circle(-12, -54, 6.4, '#7affe0') + circle(12, -54, 6.4, '#7affe0') + circle(-12, -54, 2.6, '#06121a') + circle(12, -54, 2.6, '#06121a') + glints(drawing, [-70, -58, 11], [70, -58, 11])
  )
}

/** A horn that is blown from the heights. */
export function horn(drawing: Drawing): string {
  const bands = ([[-56, 2, -26], [-8, 40, -62], [48, 34, -130]] as const).map(([x, y, turn]) => drawing.place({ x, y, turn }, (d) => relief(d, { round: 2, height: 8, gloss: 1.1, shadow: 3 }, path('M-9 -32H9V32H-9Z', metal(d, GOLD, 0))))).join('')
  return (
    circle(0, 0, 100, drawing.radial([[0, '#fff0b8', 0.85], [0.6, '#ffb04a', 0.35], [1, '#ff8a2a', 0]])) +
    relief(drawing, { ...SOFT, round: 8, height: 13, rim: '#fff6dc' }, path('M-96 -64C-60 -84 -26 -76 -22 -50C-16 0 40 22 84 -28L98 -16C74 62 -44 92 -78 2C-84 -18 -92 -40 -96 -64Z', drawing.linear([[0, '#fff8e8'], [0.5, '#e4c490'], [1, '#8a5e34']], 50))) +
    relief(drawing, { round: 3, height: 8, gloss: 1, shadow: 4 }, path('M-102 -66C-76 -96 -30 -90 -14 -54C-38 -36 -80 -38 -102 -66Z', metal(drawing, GOLD))) + ellipse(-58, -66, 32, 14, '#2a1608', 'transform="rotate(8 -58 -66)"') +
    bands + glints(drawing, [-66, -30, 13])
  )
}
