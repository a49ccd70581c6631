import { type Drawing, circle, group, path, stroke } from '../../kit/drawing'
import { sheet } from '../../kit/insignia'
import { BRASS, GOLD, WOOD, metal, relief } from '../../kit/materials'
import { type Point } from '../../kit/shapes'

/** The solar ship, about 200 units square round the origin, heading left. */
export function ship(drawing: Drawing): string {
  const gilded = drawing.linear(
    [
      [0, '#fff7d0'],
      [0.3, '#ffd064'],
      [0.62, '#ff8a3c'],
      [1, '#e8356d'],
    ],
    70,
  )
  const rosy = drawing.linear(
    [
      [0, '#ffe9b8'],
      [0.35, '#ffa552'],
      [0.7, '#f0487a'],
      [1, '#8a2fc4'],
    ],
    70,
  )
  const violet = drawing.linear(
    [
      [0, '#ffd9c2'],
      [0.4, '#ff6f8d'],
      [0.75, '#a63bd8'],
      [1, '#4b2bb8'],
    ],
    70,
  )
  const sails = [
    sheet(
      drawing,
      [
        [18, -66],
        [44, -58],
        [92, 34],
        [30, 42],
      ] as [Point, Point, Point, Point],
      [26, -6],
      violet,
      '#ffd9f2',
      5,
    ),
    sheet(
      drawing,
      [
        [-12, -98],
        [12, -94],
        [56, 44],
        [-16, 48],
      ] as [Point, Point, Point, Point],
      [34, -10],
      rosy,
      '#ffe6c4',
      6,
    ),
    sheet(
      drawing,
      [
        [-20, -88],
        [-16, -92],
        [-8, 46],
        [-84, 40],
      ] as [Point, Point, Point, Point],
      [30, -12],
      gilded,
      '#fff6d8',
      6,
    ),
  ]
  const cloth = sails.map(
    ({ body, seams }) =>
      relief(
        drawing,
        { round: 8, height: 9, gloss: 0.4, sharpness: 9, shadow: 3, rim: '#fff2c4', rimOpacity: 0.85, rimWidth: 1.6 },
        body,
      ) + seams,
  )
  const mast = (d: string, width: number): string =>
    relief(drawing, { round: 1.2, height: 3, shadow: 1, rimOpacity: 0 }, stroke(d, metal(drawing, BRASS, 0), width))
  const hull = 'M-92 50C-60 60 -20 62 10 60C40 58 70 54 98 40C96 66 72 92 30 96C-26 100 -66 86 -92 50Z'
  const boat = relief(
    drawing,
    { round: 6, height: 9, gloss: 0.7, shadow: 5, rim: '#ffb25c', rimOpacity: 0.8 },
    path(
      hull,
      drawing.linear([
        [0, '#8c4f2b'],
        [0.4, WOOD.shade],
        [1, '#1d0c1f'],
      ]),
    ),
  )
  const clip = drawing.clip(hull)
  const planks = group(
    `clip-path="${clip}" opacity="0.5"`,
    ...[10, 20, 30].map((down) =>
      stroke(`M-96 ${50 + down}C-50 ${64 + down} 40 ${66 + down} 104 ${40 + down}`, '#2a1020', 1.6),
    ),
  )
  const rail = relief(
    drawing,
    { round: 1.6, height: 4, gloss: 1, shadow: 2, rimOpacity: 0.3 },
    stroke('M-98 46C-60 60 -20 62 10 60C40 58 72 54 104 34', metal(drawing, GOLD, 0), 6),
    stroke('M-98 46C-108 40 -110 30 -102 24', metal(drawing, GOLD, 0), 5),
    stroke('M104 34C112 26 110 14 100 14', metal(drawing, GOLD, 0), 5),
  )
  const windows = [-46, -20, 6, 32, 58]
    .map((x, i) => {
      const y = [71, 76, 77, 74, 67][i] ?? 74
      return circle(x, y, 5.4, BRASS.deep) + circle(x, y, 4, '#ffe08a') + circle(x - 1, y - 1, 1.8, '#fffbe6')
    })
    .join('')
  const [aft, main, fore] = cloth
  return (
    (aft ?? '') +
    mast('M20 -70L30 50', 3.4) +
    (main ?? '') +
    mast('M-14 -104L-12 56', 4.6) +
    (fore ?? '') +
    boat +
    planks +
    rail +
    windows +
    pennant(drawing)
  )
}

function pennant(drawing: Drawing): string {
  return relief(
    drawing,
    { round: 1.5, height: 3, shadow: 1, rimOpacity: 0.4 },
    path(
      'M-14 -106C4 -116 16 -100 34 -110C22 -98 8 -92 -14 -97Z',
      drawing.linear(
        [
          [0, '#2ad4e6'],
          [1, '#1763b8'],
        ],
        0,
      ),
    ),
  )
}
