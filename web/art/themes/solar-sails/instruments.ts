import { type Drawing, circle, ellipse, n, path, stroke } from '../../kit/drawing'
import { BRASS, GOLD, SILVER, type Tones, glass, glints, metal, relief } from '../../kit/materials'
import { disc, polar, polygon, ring, roundedBox, star } from '../../kit/shapes'

const SEA: Tones = { shine: '#c9fff6', light: '#4fe3dc', base: '#1397b5', shade: '#0b5683', deep: '#062a4c' }

/** A brass compass. */
export function compass(drawing: Drawing): string {
  const ticks = Array.from({ length: 32 }, (_, i) => {
    const long = i % 8 === 0
    const [x1, y1] = polar(i * 11.25, long ? 50 : 57)
    const [x2, y2] = polar(i * 11.25, 62)
    return stroke(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, long ? '#5c2a05' : '#9a6a34', long ? 3.6 : 1.6)
  }).join('')
  const half = (points: readonly (readonly [number, number])[], fill: string): string => path(polygon(points), fill)
  return (
    relief(
      drawing,
      { round: 2.5, height: 6, gloss: 1, shadow: 4 },
      path(ring(0, -86, 13, 7), metal(drawing, BRASS), 'fill-rule="evenodd"'),
    ) +
    relief(
      drawing,
      { round: 6, height: 12, gloss: 1, shadow: 7, rim: '#fff0cf' },
      path(disc(0, 6, 84), metal(drawing, BRASS, 55)),
    ) +
    relief(
      drawing,
      { round: 2, height: 5, shadow: 0 },
      path(ring(0, 6, 74, 68), metal(drawing, GOLD, 235), 'fill-rule="evenodd"'),
    ) +
    drawing.place(
      { x: 0, y: 6 },
      () =>
        circle(
          0,
          0,
          68,
          drawing.radial([
            [0, '#fffaf0'],
            [0.6, '#f9e6c0'],
            [1, '#b98a52'],
          ]),
        ) +
        ticks +
        path(star(8, 46, 12, -67.5), '#c9a06a', 'opacity="0.6"') +
        relief(
          drawing,
          { round: 1.6, height: 5, gloss: 0.8, shadow: 4 },
          drawing.place(
            { x: 0, y: 0, turn: 32 },
            () =>
              half(
                [
                  [0, -58],
                  [11, 0],
                  [0, 0],
                ],
                '#ff5a5a',
              ) +
              half(
                [
                  [0, -58],
                  [-11, 0],
                  [0, 0],
                ],
                '#b3122e',
              ) +
              half(
                [
                  [0, 58],
                  [11, 0],
                  [0, 0],
                ],
                '#2f6fd8',
              ) +
              half(
                [
                  [0, 58],
                  [-11, 0],
                  [0, 0],
                ],
                '#7fc0ff',
              ),
          ),
        ) +
        relief(drawing, { round: 3, height: 7, gloss: 1, shadow: 2 }, circle(0, 0, 8, metal(drawing, GOLD))) +
        path('M-60 -22A64 64 0 0 1 26 -58A96 96 0 0 0 -60 -22Z', '#fff', 'opacity="0.45"'),
    ) +
    glints(drawing, [-52, -44, 20])
  )
}

/** A telescope of brass and leather, pulled out. */
export function telescope(drawing: Drawing): string {
  const tube = (x: number, width: number, height: number, fill: string): string =>
    path(roundedBox(x, 0, width, height, 5), fill)
  const band = (x: number, height: number): string =>
    relief(
      drawing,
      { round: 2.2, height: 7, gloss: 1.1, shadow: 2 },
      path(roundedBox(x, 0, 13, height, 4), metal(drawing, GOLD, 90)),
    )
  const leather = drawing.linear([
    [0, '#ff8f6b'],
    [0.3, '#c7323f'],
    [0.7, '#7d1436'],
    [1, '#3a0a24'],
  ])
  const brass = metal(drawing, BRASS, 90)
  return drawing.place(
    { x: 0, y: 2, turn: -38 },
    () =>
      relief(drawing, { round: 4, height: 8, shadow: 7 }, tube(-72, 42, 32, brass)) +
      relief(drawing, { round: 4, height: 8, shadow: 7 }, tube(-30, 58, 42, brass)) +
      relief(drawing, { round: 5, height: 9, shadow: 8, rim: '#ffb08a', rimOpacity: 0.7 }, tube(36, 92, 56, leather)) +
      band(-92, 42) +
      band(-53, 46) +
      band(-8, 60) +
      band(36, 60) +
      relief(
        drawing,
        { round: 3, height: 9, gloss: 1.1, shadow: 6 },
        path(roundedBox(84, 0, 24, 70, 7), metal(drawing, GOLD, 90)),
      ) +
      relief(drawing, { round: 3, height: 6, shadow: 0 }, ellipse(95, 0, 13, 33, metal(drawing, GOLD, 240))) +
      ellipse(
        96,
        0,
        10,
        28,
        drawing.radial(
          [
            [0, '#e9ffff'],
            [0.35, '#63dcff'],
            [0.75, '#2a5fd8'],
            [1, '#12206b'],
          ],
          0.4,
          0.3,
          0.7,
        ),
      ) +
      ellipse(94, -10, 4, 10, '#fff', 'opacity="0.8"') +
      glints(drawing, [98, -14, 20], [-20, -14, 11]),
  )
}

/** A silver anchor with a rope round it. */
export function anchor(drawing: Drawing): string {
  const shaft = 'M-8 -50L-6 60L6 60L8 -50Z'
  const arms =
    'M-78 16C-66 62 -34 84 0 92C34 84 66 62 78 16L92 40L66 -6L50 38C58 34 62 32 62 32C52 54 28 66 0 70C-28 66 -52 54 -62 32C-62 32 -58 34 -50 38L-66 -6L-92 40Z'
  const cord = 'M-4 -52C40 -40 44 -10 6 -2C-36 8 -36 36 2 44C26 50 30 62 22 76'
  return (
    relief(
      drawing,
      { round: 4, height: 10, gloss: 1, shadow: 7, rim: '#c9fff6', rimOpacity: 0.6 },
      path(ring(0, -70, 24, 12), metal(drawing, SILVER), 'fill-rule="evenodd"'),
      path(shaft, metal(drawing, SILVER, 0)),
      path(arms, metal(drawing, SILVER, 70)),
    ) +
    relief(
      drawing,
      { round: 4, height: 9, gloss: 1, shadow: 5 },
      path(roundedBox(0, -34, 104, 17, 8), metal(drawing, GOLD)),
      circle(-54, -34, 11, metal(drawing, GOLD)),
      circle(54, -34, 11, metal(drawing, GOLD)),
    ) +
    relief(drawing, { round: 3, height: 7, gloss: 0.5, shadow: 4 }, stroke(cord, '#f3d9a0', 10)) +
    stroke(cord, '#9a6a34', 10, 'stroke-dasharray="2 7" opacity="0.65"') +
    relief(
      drawing,
      { round: 5, height: 9, gloss: 1.1, sharpness: 24, shadow: 3 },
      circle(0, 76, 11, glass(drawing, SEA)),
    ) +
    glints(drawing, [-18, -80, 18], [-54, -36, 12])
  )
}
