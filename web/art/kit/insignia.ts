import { type Drawing, group, n, path, stroke } from './drawing'
import { type Face, outline } from './lettering'
import { type Tones, glints, metal, relief, solid } from './materials'
import { type Point } from './shapes'

/** A draped ribbon with a word on it, centred on (0, y). */
export function ribbon(drawing: Drawing, word: string, y: number, cloth: Tones, face: Face = 'roman', width = 150): string {
  const w = width / 2
  const tails = [-1, 1].map((side) =>
    path(
      `M${n(side * (w - 14))} ${n(y - 4)}L${n(side * (w + 22))} ${n(y - 12)}L${n(side * (w + 10))} ${n(y + 4)}L${n(side * (w + 20))} ${n(y + 22)}L${n(side * (w - 14))} ${n(y + 26)}Z`,
      drawing.linear(
        [
          [0, cloth.shade],
          [1, cloth.deep],
        ],
        0,
      ),
    ),
  )
  const band = `M${n(-w)} ${n(y - 14)}Q0 ${n(y + 2)} ${n(w)} ${n(y - 14)}L${n(w)} ${n(y + 18)}Q0 ${n(y + 34)} ${n(-w)} ${n(y + 18)}Z`
  const letters = outline({
    text: word,
    face,
    size: word.length > 5 ? 25 : 32,
    tracking: 1.5,
    x: 0,
    y: y + (word.length > 5 ? 13 : 15),
    arch: -9,
  })
  return (
    relief(drawing, { round: 2, height: 3, shadow: 4, rimOpacity: 0 }, ...tails) +
    relief(
      drawing,
      { round: 4, height: 4, shadow: 5, rim: cloth.shine, rimOpacity: 0.4 },
      path(
        band,
        drawing.linear(
          [
            [0, cloth.shade],
            [0.2, cloth.base],
            [0.5, cloth.light],
            [0.8, cloth.base],
            [1, cloth.shade],
          ],
          0,
        ),
      ),
    ) +
    stroke(`M${n(-w + 6)} ${n(y - 8)}Q0 ${n(y + 8)} ${n(w - 6)} ${n(y - 8)}`, '#fff3c9', 1.6, 'opacity="0.7"') +
    stroke(`M${n(-w + 6)} ${n(y + 13)}Q0 ${n(y + 29)} ${n(w - 6)} ${n(y + 13)}`, '#fff3c9', 1.6, 'opacity="0.55"') +
    path(letters, cloth.deep, `transform="translate(0 2)" stroke="${cloth.deep}" stroke-width="3" stroke-linejoin="round"`) +
    path(
      letters,
      drawing.linear([
        [0, '#ffffff'],
        [0.5, '#fff3c9'],
        [1, '#ffcf5c'],
      ]),
    )
  )
}

/** A card letter: enamel in a metal edge, with an ornament behind it. */
export function cardLetter(drawing: Drawing, letter: string, face: Face, size: number, enamel: Tones, edge: Tones, behind = ''): string {
  const letters = outline({ text: letter, face, size, x: 0, y: size * 0.345 - 4 })
  return (
    behind +
    relief(
      drawing,
      { round: 3.2, height: 6, gloss: 0.9, shadow: 7, rim: edge.shine, rimOpacity: 0.5 },
      path(letters, metal(drawing, edge), `stroke="${metal(drawing, edge)}" stroke-width="15" stroke-linejoin="round"`),
    ) +
    path(letters, enamel.deep, `stroke="${enamel.deep}" stroke-width="4" stroke-linejoin="round"`) +
    relief(
      drawing,
      { round: 4, height: 6, gloss: 0.8, sharpness: 24, shadow: 0, rim: enamel.shine, rimOpacity: 0.55, rimWidth: 2 },
      path(letters, solid(drawing, enamel)),
    ) +
    glints(drawing, [-size * 0.2, -size * 0.3, 13])
  )
}

/** A billowing sheet between four corners, sewn from panels. */
export function sheet(
  drawing: Drawing,
  corners: readonly [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point],
  bulge: Point,
  fill: string,
  seam: string,
  panels = 4,
): { body: string; seams: string } {
  const [a, b, c, d] = corners
  const mix = (p: Point, q: Point, t: number): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]
  const curve = (p: Point, q: Point, push: number): string => {
    const [x, y] = mix(p, q, 0.5)
    return `Q${n(x + bulge[0] * push)} ${n(y + bulge[1] * push)} ${n(q[0])} ${n(q[1])}`
  }
  const body = path(`M${n(a[0])} ${n(a[1])}${curve(a, b, 0.25)}${curve(b, c, 1)}${curve(c, d, 0.4)}${curve(d, a, 0.55)}Z`, fill)
  const lines: string[] = []
  for (let i = 1; i < panels; i += 1) {
    const t = i / panels
    const left = mix(a, d, t)
    const right = mix(b, c, t)
    const swing = 4 * t * (1 - t)
    const from: Point = [left[0] + bulge[0] * 0.27 * swing, left[1] + bulge[1] * 0.27 * swing]
    const to: Point = [right[0] + bulge[0] * 0.5 * swing, right[1] + bulge[1] * 0.5 * swing]
    lines.push(stroke(`M${n(from[0])} ${n(from[1])}${curve(from, to, 0.33)}`, seam, 1.5, 'opacity="0.75"'))
  }
  for (const t of [0.33, 0.66]) {
    const top = mix(a, b, t)
    const bottom = mix(d, c, t)
    lines.push(stroke(`M${n(top[0])} ${n(top[1])}${curve(top, bottom, 0.55 + 0.45 * t)}`, seam, 0.9, 'opacity="0.45"'))
  }
  return { body, seams: group('', ...lines) }
}
