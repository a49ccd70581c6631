import { type Drawing, circle, ellipse, group, n, path, stroke } from '../../kit/drawing'
import { cardLetter, ribbon } from '../../kit/insignia'
import { GOLD, type Tones, WOOD, glints, metal, relief } from '../../kit/materials'
import { disc, polar, ring, roundedBox, sector, smooth } from '../../kit/shapes'
import type { SymbolArt } from '../../kit/theme'
import { GOLD_KOI, RED_KOI, koi, lantern, lotus } from './creatures'

const JADE: Tones = { shine: '#dcffe9', light: '#63e6a4', base: '#17a873', shade: '#0a6650', deep: '#053a35' }
const LACQUER: Tones = { shine: '#ffd9c9', light: '#ff6f55', base: '#d8232f', shade: '#8c0f2b', deep: '#43061a' }
const INDIGO: Tones = { shine: '#dbe4ff', light: '#7f9cff', base: '#3a54d8', shade: '#202f95', deep: '#0f174f' }
const PLUM: Tones = { shine: '#f6dcff', light: '#d58bff', base: '#9a3fd0', shade: '#5e1c8c', deep: '#2c0b48' }

function water(drawing: Drawing, light: string, dark: string): string {
  const waves = [38, 58, 78]
    .map((r) => `<circle r="${r}" fill="none" stroke="#c9fff4" stroke-width="1.6" opacity="${n(0.5 - r / 220)}"/>`)
    .join('')
  return (
    circle(
      0,
      0,
      92,
      drawing.radial([
        [0, light, 0.95],
        [0.7, dark, 0.85],
        [1, dark, 0.1],
      ]),
    ) + waves
  )
}

function dragon(drawing: Drawing): string {
  const flames = [-150, -128, -106, -74, -52, -30, -90].map((turn, i) => {
    const [x, y] = polar(turn, 92 - (i % 2) * 8, 0, 8)
    const [ax, ay] = polar(turn - 15, 50, 0, 8)
    const [bx, by] = polar(turn + 15, 50, 0, 8)
    return path(
      `M${n(ax)} ${n(ay)}Q${n(x * 0.9 + 10)} ${n(y * 0.75)} ${n(x)} ${n(y)}Q${n(x * 0.72 + 14)} ${n(y * 0.72 + 4)} ${n(bx)} ${n(by)}Z`,
      drawing.linear(
        [
          [0, '#ffe08a'],
          [0.5, '#ff7a2e'],
          [1, '#d8232f'],
        ],
        90,
      ),
    )
  })
  const beard = [-1, 1].flatMap((side) => [
    path(
      `M${side * 30} 34C${side * 56} 48 ${side * 60} 66 ${side * 50} 84C${side * 46} 66 ${side * 34} 60 ${side * 20} 54Z`,
      '#fff3d6',
    ),
    path(
      `M${side * 44} 16C${side * 76} 26 ${side * 84} 46 ${side * 78} 62C${side * 68} 48 ${side * 54} 44 ${side * 36} 42Z`,
      '#ffdf9a',
    ),
  ])
  const horns = [-1, 1].map((side) =>
    path(
      `M${side * 24} -40C${side * 30} -70 ${side * 58} -78 ${side * 66} -98C${side * 76} -72 ${side * 62} -48 ${side * 42} -32Z`,
      metal(drawing, GOLD, 80),
    ),
  )
  const face = smooth([
    [0, -52],
    [30, -48],
    [54, -28],
    [56, 4],
    [44, 30],
    [30, 50],
    [0, 58],
    [-30, 50],
    [-44, 30],
    [-56, 4],
    [-54, -28],
    [-30, -48],
  ])
  const ears = [-1, 1].map((side) =>
    path(
      `M${side * 50} -24C${side * 76} -34 ${side * 86} -22 ${side * 92} -6C${side * 78} -2 ${side * 64} 0 ${side * 54} -2Z`,
      drawing.linear([
        [0, JADE.light],
        [1, JADE.shade],
      ]),
    ),
  )
  const brows = [-1, 1].map((side) =>
    path(
      `M${side * 6} -18C${side * 16} -40 ${side * 44} -44 ${side * 60} -30C${side * 48} -28 ${side * 30} -20 ${side * 12} -10Z`,
      metal(drawing, GOLD, 70),
    ),
  )
  const eyes = [-1, 1]
    .map(
      (side) =>
        ellipse(side * 27, -11, 13, 11.5, '#fffbe8', 'stroke="#2a0a12" stroke-width="2"') +
        circle(
          side * 24,
          -9,
          6.6,
          drawing.radial([
            [0, '#ffd24a'],
            [0.5, '#ff7a1a'],
            [1, '#a02408'],
          ]),
        ) +
        ellipse(side * 24, -9, 2, 5.6, '#1a0508') +
        circle(side * 22, -12, 1.9, '#fff'),
    )
    .join('')
  const snout = smooth([
    [0, -2],
    [18, 2],
    [34, 16],
    [30, 32],
    [0, 36],
    [-30, 32],
    [-34, 16],
    [-18, 2],
  ])
  const teeth = [-22, -8, 8, 22]
    .map((x, i) => path(`M${x - 5} 38h10l-5 ${i === 0 || i === 3 ? 18 : 10}Z`, '#fffdf2'))
    .join('')
  const whiskers = [-1, 1]
    .map((side) =>
      stroke(`M${side * 30} 20C${side * 62} 6 ${side * 84} 20 ${side * 98} -8`, metal(drawing, GOLD, 0), 4.5),
    )
    .join('')
  return (
    circle(
      0,
      0,
      100,
      drawing.radial([
        [0, '#ffd24a', 0.7],
        [0.6, '#ff5a2a', 0.25],
        [1, '#ff5a2a', 0],
      ]),
    ) +
    drawing.place(
      { x: 0, y: -4, scale: 0.94 },
      (d) =>
        relief(d, { round: 4, height: 8, gloss: 0.5, shadow: 5, rim: '#fff0b0', rimOpacity: 0.7 }, ...flames) +
        relief(d, { round: 4, height: 8, gloss: 0.9, shadow: 5 }, ...horns) +
        relief(d, { round: 4, height: 7, shadow: 4 }, ...ears, ...beard) +
        relief(
          d,
          { round: 9, height: 13, gloss: 0.9, sharpness: 18, shadow: 6, rim: '#dcffe9' },
          path(
            face,
            d.linear([
              [0, JADE.light],
              [0.5, JADE.base],
              [1, JADE.shade],
            ]),
          ),
        ) +
        path('M-36 36Q0 62 36 36Q24 64 0 66Q-24 64 -36 36Z', '#4a0616') +
        path('M-14 56Q0 48 14 56Q6 64 0 64Q-6 64 -14 56Z', '#ff5a6e') +
        teeth +
        relief(
          d,
          { round: 6, height: 11, gloss: 0.9, shadow: 4, rim: '#fff' },
          path(
            snout,
            d.linear([
              [0, '#8ff0bd'],
              [0.6, '#22b37f'],
              [1, '#0c7058'],
            ]),
          ),
        ) +
        ellipse(-14, 18, 6, 4.4, '#04332c') +
        ellipse(14, 18, 6, 4.4, '#04332c') +
        eyes +
        relief(
          d,
          { round: 3, height: 8, gloss: 1, shadow: 4 },
          ...brows,
          path('M0 -50L9 -30L0 -14L-9 -30Z', metal(d, GOLD)),
        ) +
        relief(d, { round: 2, height: 6, gloss: 1, shadow: 3 }, whiskers) +
        relief(
          d,
          { round: 3, height: 8, gloss: 1.1, shadow: 2 },
          circle(
            0,
            -32,
            7,
            d.radial(
              [
                [0, '#ffe3ea'],
                [0.4, '#ff4a6e'],
                [1, '#8c0f2b'],
              ],
              0.35,
              0.3,
            ),
          ),
        ),
    ) +
    ribbon(drawing, 'WILD', 72, LACQUER, 'roman', 122) +
    glints(drawing, [-58, -74, 16])
  )
}

function fan(drawing: Drawing): string {
  const slats = Array.from({ length: 11 }, (_, i) => {
    const from = -160 + i * 12.7
    const bright = i % 2 === 0
    return path(
      sector(from, from + 12.7, 118, 46),
      drawing.linear(
        bright
          ? [
              [0, '#fff6e0'],
              [0.5, '#ffd9a0'],
              [1, '#ff8a6a'],
            ]
          : [
              [0, '#f7d3a8'],
              [0.5, '#e8a878'],
              [1, '#c75a5a'],
            ],
        90,
      ),
    )
  }).join('')
  const sticks = Array.from({ length: 12 }, (_, i) => {
    const [x, y] = polar(-160 + i * 12.7, 60)
    const [bx, by] = polar(-160 + i * 12.7, 116)
    return (
      stroke(`M0 0L${n(x)} ${n(y)}`, metal(drawing, WOOD, 0), 4) +
      stroke(`M${n(x)} ${n(y)}L${n(bx)} ${n(by)}`, '#a8503f', 0.9, 'opacity="0.5"')
    )
  }).join('')
  const clip = drawing.clip(sector(-160, -20, 118, 46))
  const blossoms = [
    [-58, -62, 15],
    [-22, -88, 19],
    [26, -78, 22],
    [66, -58, 14],
    [0, -62, 11],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        Array.from({ length: 5 }, (_, i) => {
          const [px, py] = polar(i * 72 - 90, r * 0.55, x, y)
          return circle(px, py, r * 0.48, '#e8265a')
        }).join('') + circle(x, y, r * 0.28, '#ffe27a'),
    )
    .join('')
  return drawing.place(
    { x: 0, y: 58, scale: 0.88 },
    (d) =>
      relief(d, { round: 3, height: 6, gloss: 0.8, shadow: 6 }, sticks) +
      relief(
        d,
        { round: 4, height: 6, gloss: 0.4, shadow: 7, rim: '#fff', rimOpacity: 0.6 },
        slats,
        group(
          `clip-path="${clip}"`,
          stroke('M-110 -10C-70 -70 20 -110 120 -40', '#5a2a2a', 4, 'opacity="0.7"'),
          blossoms,
        ),
      ) +
      relief(d, { round: 2, height: 6, gloss: 1, shadow: 2 }, path(sector(-160, -20, 121, 114), metal(d, GOLD, 20))) +
      relief(d, { round: 3, height: 8, gloss: 1, shadow: 3 }, circle(0, 0, 11, metal(d, GOLD))) +
      relief(
        d,
        { round: 2, height: 4, shadow: 3 },
        [-7, 0, 7].map((x) => stroke(`M0 10Q${x} 26 ${x * 1.6} 44`, '#d8232f', 4)).join(''),
      ) +
      glints(d, [-70, -92, 18]),
  )
}

function coin(drawing: Drawing): string {
  const marks = [0, 90, 180, 270]
    .map((turn) =>
      drawing.place(
        { x: 0, y: 0, turn },
        (d) =>
          path('M-15 -68H15V-62H4V-52H15V-46H-15V-52H-4V-62H-15Z', GOLD.deep, 'opacity="0.75"') +
          path(
            'M-15 -69.5H15V-64H4V-54H15V-48H-15V-54H-4V-64H-15Z',
            d.linear([
              [0, GOLD.shine],
              [1, GOLD.light],
            ]),
          ),
      ),
    )
    .join('')
  const blank = disc(0, 0, 88) + roundedBox(0, 0, 50, 50, 6)
  return (
    circle(
      0,
      0,
      100,
      drawing.radial([
        [0, '#ffc857', 0.7],
        [1, '#ffc857', 0],
      ]),
    ) +
    drawing.place({ x: 4, y: 8 }, () => path(blank, GOLD.deep, 'fill-rule="evenodd"')) +
    relief(
      drawing,
      { round: 4, height: 11, gloss: 1, shadow: 7, rim: '#fff6cf' },
      path(blank, metal(drawing, GOLD, 55), 'fill-rule="evenodd"'),
    ) +
    path(ring(0, 0, 74, 71), GOLD.deep, 'fill-rule="evenodd" opacity="0.5"') +
    relief(
      drawing,
      { round: 2, height: 6, gloss: 1, shadow: 0 },
      path(ring(0, 0, 86, 76), metal(drawing, GOLD, 230), 'fill-rule="evenodd"'),
      path(roundedBox(0, 0, 66, 66, 8) + roundedBox(0, 0, 50, 50, 6), metal(drawing, GOLD, 230), 'fill-rule="evenodd"'),
    ) +
    marks +
    glints(drawing, [-46, -50, 24], [56, 34, 12])
  )
}

function framed(art: SymbolArt, word: string, cloth: Tones): SymbolArt {
  return (drawing) => drawing.place({ x: 0, y: -12, scale: 0.9 }, art) + ribbon(drawing, word, 70, cloth, 'roman', 142)
}

function swimming(light: string, dark: string, art: SymbolArt): SymbolArt {
  return (drawing) => water(drawing, light, dark) + drawing.place({ x: -6, y: -2, scale: 0.96 }, art)
}

function letter(text: string, enamel: Tones): SymbolArt {
  return (drawing) => {
    const scales = Array.from({ length: 24 }, (_, i) => {
      const [x, y] = polar(i * 15, 82)
      return circle(
        x,
        y,
        9,
        drawing.radial(
          [
            [0, enamel.light],
            [1, enamel.deep],
          ],
          0.4,
          0.3,
        ),
      )
    }).join('')
    const plate =
      relief(drawing, { round: 3, height: 6, shadow: 5 }, scales) +
      relief(
        drawing,
        { round: 5, height: 8, gloss: 0.7, shadow: 0 },
        circle(
          0,
          0,
          80,
          drawing.radial([
            [0, enamel.base],
            [0.7, enamel.shade],
            [1, enamel.deep],
          ]),
        ),
      )
    const rim = relief(
      drawing,
      { round: 1.6, height: 5, gloss: 1, shadow: 0 },
      path(ring(0, 0, 82, 76), metal(drawing, GOLD, 50), 'fill-rule="evenodd"'),
    )
    return cardLetter(
      drawing,
      text,
      'brush',
      142,
      { shine: '#ffffff', light: '#fffaf0', base: '#ffeccb', shade: '#f2c07c', deep: enamel.deep },
      GOLD,
      plate + rim,
    )
  }
}

/** The symbols of Koi Lanterns, by their ids in the game definition. */
export const KOI_SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  lantern: framed(lantern, 'SCATTER', INDIGO),
  dragon: (d) => d.place({ x: 0, y: -5 }, dragon),
  koi_red: swimming('#2fc7c9', '#0b4a7a', (d) => koi(d, RED_KOI)),
  koi_gold: swimming('#5a7dff', '#20207a', (d) => koi(d, GOLD_KOI)),
  lotus: (d) => lotus(d) + glints(d, [-30, -46, 14]),
  fan,
  coin,
  a: letter('A', LACQUER),
  k: letter('K', JADE),
  q: letter('Q', PLUM),
  j: letter('J', INDIGO),
}
