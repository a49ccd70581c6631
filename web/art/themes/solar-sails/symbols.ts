import { type Drawing, circle, ellipse, group, n, path } from '../../kit/drawing'
import { cardLetter, ribbon } from '../../kit/insignia'
import { BRASS, COPPER, GOLD, type Tones, glints, metal, relief, solid } from '../../kit/materials'
import { disc, polar, polygon, ring, sector, star } from '../../kit/shapes'
import type { SymbolArt } from '../../kit/theme'
import { anchor, compass, telescope } from './instruments'
import { ship } from './ship'

const TEAL: Tones = { shine: '#c9fff6', light: '#4fe3dc', base: '#1397b5', shade: '#0b5683', deep: '#062a4c' }
const ROSE: Tones = { shine: '#ffe3ee', light: '#ff8fb5', base: '#e0386f', shade: '#8f1750', deep: '#470a30' }
const VIOLET: Tones = { shine: '#ecdcff', light: '#b58bff', base: '#7a44e0', shade: '#43209a', deep: '#20104f' }
const AZURE: Tones = { shine: '#d9ecff', light: '#6fb4ff', base: '#2b6fe0', shade: '#17409a', deep: '#0a1d4f' }
const CRIMSON: Tones = { shine: '#ffd7c2', light: '#ff7d52', base: '#d8332f', shade: '#8c1730', deep: '#430a1c' }

function halo(drawing: Drawing, color: string, radius = 98): string {
  return circle(
    0,
    0,
    radius,
    drawing.radial([
      [0, color, 0.75],
      [0.55, color, 0.28],
      [1, color, 0],
    ]),
  )
}

function sun(drawing: Drawing): string {
  const flames = Array.from({ length: 12 }, (_, i) => {
    const [x, y] = polar(i * 30, 92)
    const [lx, ly] = polar(i * 30 - 13, 52)
    const [rx, ry] = polar(i * 30 + 13, 52)
    const [cx, cy] = polar(i * 30 + 12, 76)
    return `M${n(lx)} ${n(ly)}Q${n(cx)} ${n(cy)} ${n(x)} ${n(y)}Q${n(cx * 1.06)} ${n(cy * 1.06)} ${n(rx)} ${n(ry)}Z`
  }).join('')
  const spikes = star(12, 84, 50, -75)
  const scroll = Array.from({ length: 8 }, (_, i) => {
    const [x, y] = polar(i * 45, 35)
    return circle(x, y, 3.6, GOLD.shine)
  }).join('')
  return (
    halo(drawing, '#ffb531', 100) +
    relief(
      drawing,
      { round: 3, height: 7, shadow: 5, rim: '#fff0b0', rimOpacity: 0.8 },
      path(spikes, solid(drawing, COPPER)),
    ) +
    relief(
      drawing,
      { round: 3.4, height: 8, shadow: 4, rim: '#fff6cf', rimOpacity: 0.8 },
      path(flames, metal(drawing, GOLD, 60)),
    ) +
    relief(
      drawing,
      { round: 4, height: 9, gloss: 1, shadow: 4 },
      path(ring(0, 0, 54, 42), metal(drawing, GOLD, 50), 'fill-rule="evenodd"'),
    ) +
    circle(0, 0, 43, '#6b2405') +
    scroll +
    relief(
      drawing,
      { round: 9, height: 12, gloss: 1, sharpness: 22, shadow: 3, rim: '#fff', rimOpacity: 0.6 },
      circle(
        0,
        0,
        30,
        drawing.radial(
          [
            [0, '#fffde0'],
            [0.3, '#ffe25e'],
            [0.7, '#ff9d1f'],
            [1, '#d84a08'],
          ],
          0.45,
          0.65,
          0.7,
        ),
      ),
    ) +
    ribbon(drawing, 'SCATTER', 66, AZURE, 'roman', 142) +
    glints(drawing, [-14, -16, 20], [48, -62, 14])
  )
}

function sail(drawing: Drawing): string {
  const badge = relief(
    drawing,
    { round: 5, height: 9, gloss: 1, shadow: 6 },
    path(ring(0, 0, 94, 82), metal(drawing, GOLD, 55), 'fill-rule="evenodd"'),
  )
  const sky = circle(
    0,
    0,
    84,
    drawing.radial(
      [
        [0, '#3b57e8'],
        [0.5, '#23209a'],
        [1, '#0d0a3c'],
      ],
      0.5,
      0.35,
      0.6,
    ),
  )
  const rivets = Array.from({ length: 16 }, (_, i) => {
    const [x, y] = polar(i * 22.5 + 11, 88)
    return circle(x, y, 2.3, GOLD.shine, `stroke="${GOLD.deep}" stroke-width="0.8"`)
  }).join('')
  return (
    halo(drawing, '#7d6bff') +
    sky +
    group(
      `clip-path="${drawing.clip(disc(0, 0, 82))}"`,
      circle(
        44,
        -40,
        60,
        drawing.radial([
          [0, '#ffcf6b', 0.9],
          [0.35, '#ff7ab0', 0.4],
          [1, '#ff7ab0', 0],
        ]),
      ),
    ) +
    badge +
    rivets +
    drawing.place({ x: 2, y: -10, scale: 0.84 }, ship) +
    ribbon(drawing, 'WILD', 64, CRIMSON, 'roman', 124) +
    glints(drawing, [-50, -58, 18])
  )
}

function comet(drawing: Drawing): string {
  const tail = (d: string, fill: string, blur: number, opacity: number): string =>
    path(d, fill, `filter="${drawing.blur(blur)}" opacity="${opacity}"`)
  const fire = drawing.linear(
    [
      [0, '#ffffff', 0],
      [0.35, '#54c8ff', 0.75],
      [0.8, '#b4f4ff', 1],
      [1, '#ffffff'],
    ],
    45,
  )
  const core: readonly (readonly [number, number])[] = [
    [-34, -30],
    [-2, -40],
    [28, -24],
    [38, 6],
    [24, 34],
    [-8, 40],
    [-36, 22],
    [-44, -4],
  ]
  return drawing.place(
    { x: 20, y: 22 },
    () =>
      circle(
        0,
        0,
        76,
        drawing.radial([
          [0, '#5fd9ff', 0.8],
          [0.6, '#3a7bff', 0.25],
          [1, '#3a7bff', 0],
        ]),
      ) +
      tail(
        'M-116 -112C-70 -84 -20 -60 34 -36L-36 34C-62 -18 -90 -66 -116 -112Z',
        drawing.linear(
          [
            [0, '#7a44ff', 0],
            [0.5, '#5c7bff', 0.8],
            [1, '#7fe9ff'],
          ],
          45,
        ),
        5,
        0.9,
      ) +
      tail('M-96 -120C-50 -80 -10 -58 20 -38L-16 4C-50 -36 -76 -80 -96 -120Z', fire, 2, 0.85) +
      tail(
        'M-122 -86C-74 -62 -40 -34 -10 -14L-38 22C-66 -8 -96 -48 -122 -86Z',
        drawing.linear(
          [
            [0, '#ff8ad8', 0],
            [0.6, '#c58aff', 0.85],
            [1, '#fff'],
          ],
          40,
        ),
        2.5,
        0.8,
      ) +
      relief(
        drawing,
        { round: 8, height: 12, gloss: 1.1, sharpness: 18, shadow: 4, rim: '#d8fbff', rimOpacity: 0.9, rimWidth: 4 },
        path(
          polygon(core),
          drawing.radial(
            [
              [0, '#ffffff'],
              [0.25, '#b8f3ff'],
              [0.6, '#3da5f0'],
              [1, '#1c3fae'],
            ],
            0.32,
            0.3,
            0.75,
          ),
        ),
      ) +
      [
        [-14, -10, 9],
        [14, 8, 11],
        [-12, 20, 6],
        [16, -18, 5],
      ]
        .map(
          ([x = 0, y = 0, r = 0]) =>
            ellipse(x, y, r, r * 0.8, '#1c56b8', 'opacity="0.55"') +
            ellipse(x + 1.4, y + 1.6, r * 0.8, r * 0.6, '#8fe4ff', 'opacity="0.7"'),
        )
        .join('') +
      glints(drawing, [-22, -24, 26], [44, 40, 12], [-70, -40, 10]),
  )
}

function letter(text: string, enamel: Tones): SymbolArt {
  return (drawing) => {
    const wings = [0, 90, 180, 270]
      .map((turn) => path(sector(turn + 20, turn + 70, 88, 80), metal(drawing, BRASS, 60)))
      .join('')
    const points = [0, 90, 180, 270]
      .map((turn) => drawing.place({ x: 0, y: 0, turn }, () => path('M0 -94L7 -82L0 -70L-7 -82Z', enamel.light)))
      .join('')
    // The tail of the Q reaches far to the right: set smaller and to the left, it stays within its cell.
    const [size, shift] = text === 'Q' ? [126, -25] : [172, 0]
    return (
      relief(drawing, { round: 2, height: 5, shadow: 4 }, wings, points) +
      drawing.place({ x: shift, y: 0 }, (d) => cardLetter(d, text, 'roman', size, enamel, GOLD))
    )
  }
}

/** The symbols of Solar Sails, by their ids in the game definition. */
export const SOLAR_SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  sun,
  sail,
  comet,
  compass,
  telescope,
  anchor,
  a: letter('A', CRIMSON),
  k: letter('K', VIOLET),
  q: letter('Q', ROSE),
  j: letter('J', TEAL),
}
