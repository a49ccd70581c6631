import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { ribbon } from '../../kit/insignia'
import { GOLD, type Tones, WOOD, gem, glints, metal, relief } from '../../kit/materials'
import { petal, polygon, regular, roundedBox } from '../../kit/shapes'
import type { SymbolArt } from '../../kit/theme'
import { HONEY, bear, bee, drip, jar } from './characters'

const AMBER: Tones = { shine: '#fff3c0', light: '#ffd04a', base: '#f59a0c', shade: '#b8600a', deep: '#6b2f05' }
const TEAL: Tones = { shine: '#d6fff6', light: '#4fe6d4', base: '#0fa8a8', shade: '#0a6a80', deep: '#053a52' }
const ROSE: Tones = { shine: '#ffe3ee', light: '#ff86b0', base: '#e8326e', shade: '#a01552', deep: '#560a35' }
const VIOLET: Tones = { shine: '#efe0ff', light: '#b98cff', base: '#7d45e8', shade: '#4a20a8', deep: '#260f62' }

function hexGem(tones: Tones): SymbolArt {
  return (drawing) => {
    const setting = polygon(regular(6, 92, -90))
    return (
      circle(
        0,
        0,
        98,
        drawing.radial([
          [0, tones.base, 0.6],
          [0.7, tones.base, 0.2],
          [1, tones.base, 0],
        ]),
      ) +
      relief(
        drawing,
        { round: 4, height: 10, gloss: 1, shadow: 7, rim: '#fff3c9' },
        path(
          setting,
          metal(drawing, GOLD, 55),
          `stroke="${metal(drawing, GOLD, 55)}" stroke-width="8" stroke-linejoin="round"`,
        ),
      ) +
      path(polygon(regular(6, 80, -90)), tones.deep) +
      gem(drawing, regular(6, 77, -90), regular(6, 46, -90), tones) +
      glints(drawing, [-34, -44, 22], [36, 40, 10])
    )
  }
}

function hive(drawing: Drawing): string {
  const rings = [
    [-74, 40, 22],
    [-50, 66, 26],
    [-24, 84, 28],
    [6, 94, 30],
    [36, 92, 30],
    [64, 80, 28],
  ].map(([y = 0, w = 0, h = 0]) =>
    path(
      roundedBox(0, y, w * 1.9, h + 6, (h + 6) / 2),
      drawing.linear([
        [0, '#ffe58a'],
        [0.5, '#f7b32e'],
        [1, '#c26a0c'],
      ]),
    ),
  )
  const straw = [-74, -50, -24, 6, 36, 64]
    .map((y, i) => {
      const w = [34, 58, 74, 84, 82, 70][i] ?? 60
      return stroke(
        `M${-w} ${y + 4}Q0 ${y + 16} ${w} ${y + 4}`,
        '#8a4a0a',
        1.8,
        'opacity="0.4" stroke-dasharray="10 5"',
      )
    })
    .join('')
  return (
    circle(
      0,
      0,
      102,
      drawing.radial([
        [0, '#ffc24a', 0.8],
        [0.6, '#ff9a1e', 0.3],
        [1, '#ff9a1e', 0],
      ]),
    ) +
    drawing.place(
      { x: 0, y: -10, scale: 0.92 },
      (d) =>
        relief(d, { round: 2, height: 5, shadow: 4 }, path(roundedBox(0, -92, 22, 18, 7), WOOD.base)) +
        rings
          .map((r) =>
            relief(
              d,
              { round: 7, height: 10, gloss: 0.5, sharpness: 12, shadow: 4, rim: '#fff0a8', rimOpacity: 0.6 },
              r,
            ),
          )
          .join('') +
        straw +
        relief(d, { round: 3, height: 7, gloss: 0.6, shadow: 0 }, ellipse(0, 26, 29, 27, '#8a4a12')) +
        ellipse(
          0,
          28,
          23,
          22,
          d.radial(
            [
              [0, '#1a0804'],
              [0.7, '#3a1606'],
              [1, '#6b300c'],
            ],
            0.5,
            0.4,
          ),
        ) +
        relief(
          d,
          { round: 5, height: 9, gloss: 1.1, sharpness: 24, shadow: 3, rim: '#fff6c4' },
          path(
            drip(-58, 62, -58, [44, 66, 30, 52, 38]),
            d.linear([
              [0, HONEY.shine],
              [0.3, HONEY.light],
              [1, HONEY.shade],
            ]),
          ),
        ),
    ) +
    drawing.place({ x: 62, y: -40, scale: 0.36, turn: 8 }, bee) +
    drawing.place({ x: -72, y: 2, scale: 0.3, turn: -8, flip: true }, bee) +
    ribbon(
      drawing,
      'SCATTER',
      70,
      { shine: '#ffe0f0', light: '#c58bff', base: '#8a45e0', shade: '#56209c', deep: '#270b52' },
      'chunky',
      146,
    )
  )
}

function dipper(drawing: Drawing): string {
  const grooves = [-34, -18, -2, 14, 30].map((y, i) =>
    path(roundedBox(0, y, [44, 58, 64, 58, 44][i] ?? 50, 13, 6.5), metal(drawing, { ...WOOD, shine: '#ffe0b0' }, 0)),
  )
  return drawing.place(
    { x: 4, y: 0, turn: 32 },
    (d) =>
      relief(
        d,
        { round: 3, height: 7, gloss: 0.7, shadow: 7 },
        path('M-8 -112L-6 -40L6 -40L8 -112Q0 -120 -8 -112Z', metal(d, WOOD, 0)),
        circle(0, -110, 11, WOOD.base),
      ) +
      relief(d, { round: 3, height: 8, gloss: 0.7, shadow: 5 }, ...grooves) +
      relief(
        d,
        { round: 8, height: 13, gloss: 1.2, sharpness: 22, shadow: 6, rim: '#fff6c4', rimOpacity: 0.9, rimWidth: 4 },
        path(
          'M-40 -8C-30 -20 -14 -4 0 -14C16 -22 30 -18 40 -6C50 14 46 36 34 46C30 60 34 70 26 84C20 96 8 94 6 80C4 66 0 58 -6 58C-14 58 -14 72 -22 74C-32 76 -32 58 -36 46C-48 32 -50 8 -40 -8Z',
          d.linear([
            [0, HONEY.shine],
            [0.25, HONEY.light],
            [0.6, HONEY.base],
            [1, HONEY.shade],
          ]),
        ),
      ) +
      path(
        'M-32 4C-36 20 -34 32 -28 40',
        'none',
        `stroke="#fffbe0" stroke-width="6" stroke-linecap="round" opacity="0.8" filter="${d.blur(1)}"`,
      ) +
      glints(d, [-26, -2, 16]),
  )
}

function flower(drawing: Drawing): string {
  const row = (count: number, start: number, length: number, width: number, tip: string, foot: string): string =>
    Array.from({ length: count }, (_, i) =>
      drawing.place({ x: 0, y: 0, turn: start + (360 / count) * i }, (d) =>
        relief(
          d,
          {
            round: 4,
            height: 7,
            gloss: 0.45,
            shadow: 3,
            shadowOpacity: 0.35,
            rim: '#fff',
            rimOpacity: 0.6,
            rimWidth: 1.6,
          },
          path(
            petal(length, width),
            d.linear([
              [0, tip],
              [0.5, '#ff74b0'],
              [1, foot],
            ]),
          ),
        ),
      ),
    ).join('')
  const seeds = Array.from({ length: 40 }, (_, i) => {
    const angle = i * 2.39996
    const r = 4 * Math.sqrt(i)
    return circle(Math.cos(angle) * r, Math.sin(angle) * r, 2.3, i % 3 === 0 ? '#fff0a0' : '#8a4205')
  }).join('')
  const leaves = [-128, 128]
    .map((turn) =>
      drawing.place({ x: 0, y: 10, turn }, (d) =>
        relief(
          d,
          { round: 4, height: 7, shadow: 4, rim: '#d6ffb0' },
          path(
            petal(104, 30),
            d.linear([
              [0, '#7ee06a'],
              [1, '#1f7a3f'],
            ]),
          ),
        ),
      ),
    )
    .join('')
  return (
    leaves +
    row(9, 20, 96, 27, '#ffb3dc', '#c21e74') +
    row(9, 0, 82, 25, '#ffe0f0', '#f0408f') +
    relief(
      drawing,
      { round: 8, height: 12, gloss: 0.5, shadow: 4 },
      circle(
        0,
        0,
        31,
        drawing.radial(
          [
            [0, '#ffe25a'],
            [0.7, '#f59a0c'],
            [1, '#a8560a'],
          ],
          0.4,
          0.35,
        ),
      ),
    ) +
    seeds +
    glints(drawing, [-40, -52, 16])
  )
}

function framedBear(drawing: Drawing): string {
  const hexagon = polygon(regular(6, 90, -90))
  return (
    relief(
      drawing,
      { round: 4, height: 10, gloss: 1, shadow: 6 },
      path(
        hexagon,
        metal(drawing, GOLD, 55),
        `stroke="${metal(drawing, GOLD, 55)}" stroke-width="14" stroke-linejoin="round"`,
      ),
    ) +
    path(
      polygon(regular(6, 86, -90)),
      drawing.radial(
        [
          [0, '#8fd8ff'],
          [0.5, '#3a6fe0'],
          [1, '#241a78'],
        ],
        0.4,
        0.3,
        0.7,
      ),
    ) +
    drawing.place({ x: 0, y: 8, scale: 0.86 }, bear)
  )
}

/** The symbols of Honey Heist, by their ids in the game definition. */
export const HONEY_SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  hive,
  bear: framedBear,
  bee: (d) =>
    circle(
      0,
      0,
      100,
      d.radial([
        [0, '#9fe6ff', 0.5],
        [1, '#9fe6ff', 0],
      ]),
    ) + d.place({ x: 0, y: 6 }, bee),
  honey: (d) => d.place({ x: -6, y: 6 }, dipper),
  jar: (d) => jar(d) + glints(d, [-50, -30, 16]),
  flower,
  hex_amber: hexGem(AMBER),
  hex_teal: hexGem(TEAL),
  hex_rose: hexGem(ROSE),
  hex_violet: hexGem(VIOLET),
}
