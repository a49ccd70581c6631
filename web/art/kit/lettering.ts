import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import { type Drawing, type Stop, group, n, path } from './drawing'
import { type Relief, relief } from './materials'

const FACES = {
  regal: '@fontsource/cinzel-decorative/files/cinzel-decorative-latin-900-normal.woff',
  roman: '@fontsource/cinzel/files/cinzel-latin-900-normal.woff',
  brush: '@fontsource/kaushan-script/files/kaushan-script-latin-400-normal.woff',
  chunky: '@fontsource/lilita-one/files/lilita-one-latin-400-normal.woff',
  deco: '@fontsource/limelight/files/limelight-latin-400-normal.woff',
  western: '@fontsource/rye/files/rye-latin-400-normal.woff',
  gothic: '@fontsource/pirata-one/files/pirata-one-latin-400-normal.woff',
  block: '@fontsource/bungee/files/bungee-latin-400-normal.woff',
  swash: '@fontsource/berkshire-swash/files/berkshire-swash-latin-400-normal.woff',
} as const

/** The lettering faces, all under the Open Font License. */
export type Face = keyof typeof FACES

const resolve = createRequire(import.meta.url).resolve
const loaded = new Map<Face, opentype.Font>()

function font(face: Face): opentype.Font {
  const known = loaded.get(face)
  if (known !== undefined) return known
  const file = readFileSync(resolve(FACES[face]))
  const parsed = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength))
  loaded.set(face, parsed)
  return parsed
}

/** A line of text to be set. */
export interface Line {
  text: string
  face: Face
  /** Height of the em in user units. */
  size: number
  /** Extra space between letters in user units. */
  tracking?: number
  /** Centre of the line's baseline. */
  x: number
  y: number
  /** Rise of the middle against the ends in user units (an arch). */
  arch?: number
  /** How much each next letter grows towards the middle, 0.2 = 20 %. */
  swell?: number
}

/** A line of text as path data: fonts never have to exist where it is drawn. */
export function outline(line: Line): string {
  const face = font(line.face)
  const tracking = line.tracking ?? 0
  const scale = line.size / face.unitsPerEm
  const glyphs = face.stringToGlyphs(line.text)
  const swell = line.swell ?? 0
  const count = glyphs.length
  const sizes = glyphs.map((_, i) => 1 + swell * Math.sin((Math.PI * (i + 0.5)) / count))
  const advances = glyphs.map((glyph, i) => {
    const next = glyphs[i + 1]
    const kerning = next === undefined ? 0 : face.getKerningValue(glyph, next)
    return ((glyph.advanceWidth ?? 0) + kerning) * scale * (sizes[i] ?? 1) + (next === undefined ? 0 : tracking)
  })
  const width = advances.reduce((sum, advance) => sum + advance, 0)
  let pen = -width / 2
  return glyphs
    .map((glyph, i) => {
      const advance = advances[i] ?? 0
      const middle = pen + advance / 2
      const along = middle / (width / 2)
      const arch = line.arch ?? 0
      const lift = arch * (1 - along * along)
      const slope = Math.atan2(2 * arch * along, width / 2)
      const data = glyphPath(glyph, line.size * (sizes[i] ?? 1), -advance / 2, slope, line.x + middle, line.y - lift)
      pen += advance
      return data
    })
    .join('')
}

function glyphPath(glyph: opentype.Glyph, size: number, left: number, turn: number, x: number, y: number): string {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const at = (px: number, py: number): string => `${n(x + px * cos - py * sin)} ${n(y + px * sin + py * cos)}`
  return glyph
    .getPath(left, 0, size)
    .commands.map((command) => {
      switch (command.type) {
        case 'M':
        case 'L':
          return `${command.type}${at(command.x, command.y)}`
        case 'C':
          return `C${at(command.x1, command.y1)} ${at(command.x2, command.y2)} ${at(command.x, command.y)}`
        case 'Q':
          return `Q${at(command.x1, command.y1)} ${at(command.x, command.y)}`
        default:
          return 'Z'
      }
    })
    .join('')
}

/** How a title is dressed. */
export interface Dress {
  /** The face of the letters, top to bottom. */
  fill: readonly Stop[]
  /** Sides of the letters, seen from below. */
  side: string
  sideDepth?: number
  /** Contour round everything. */
  outline: string
  outlineWidth?: number
  /** Thin bright edge between contour and face. */
  edge: string
  edgeWidth?: number
  /** Light that the title throws on the picture. */
  glow: string
  glowRadius?: number
  relief?: Relief
}

/** A title set as lettering: glow, contour, thickness, edge and lit face. */
export function title(drawing: Drawing, lines: readonly Line[], dress: Dress): string {
  const letters = lines.map(outline).join('')
  const depth = dress.sideDepth ?? 9
  const contour = dress.outlineWidth ?? 16
  const edge = dress.edgeWidth ?? 4
  const sides = Array.from({ length: Math.ceil(depth) }, (_, i) => depth - i)
    .map((down) => path(letters, dress.side, `transform="translate(0 ${n(down)})" stroke="${dress.side}" stroke-width="${n(edge)}" stroke-linejoin="round"`))
    .join('')
  const halo = group(
    `filter="${drawing.blur(dress.glowRadius ?? 22)}" opacity="0.5"`,
    path(letters, dress.glow, `stroke="${dress.glow}" stroke-width="${n(contour * 1.6)}" stroke-linejoin="round"`),
  )
  const shell = [0, depth * 0.5, depth]
    .map((down) =>
      path(letters, dress.outline, `transform="translate(0 ${n(down)})" stroke="${dress.outline}" stroke-width="${n(contour)}" stroke-linejoin="round"`),
    )
    .join('')
  const rim = path(letters, dress.edge, `stroke="${dress.edge}" stroke-width="${n(edge)}" stroke-linejoin="round"`)
  const face = relief(
    drawing,
    { round: 3, height: 5, gloss: 0.9, sharpness: 20, shadow: 0, rimOpacity: 0.35, ...dress.relief },
    ...lines.map((line) => path(outline(line), drawing.linear(dress.fill))),
  )
  return halo + shell + sides + rim + face
}
