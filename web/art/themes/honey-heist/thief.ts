import { type Drawing, ellipse, group, path, stroke } from '../../kit/drawing'
import { relief } from '../../kit/materials'
import { FUR, bear, jar } from './characters'

/** The outline of the body: shoulders, and a belly that ends above the ground. */
const BODY =
  'M-40 18C-72 24 -94 46 -98 74C-100 90 -98 100 -92 104H92C98 100 100 90 98 74C94 46 72 24 40 18C20 34 -20 34 -40 18Z'

/** The bear with his loot: head and shoulders, in a striped jersey. */
export function thief(drawing: Drawing): string {
  const jersey = drawing.linear([
    [0, '#f4ecff'],
    [1, '#b8a4dc'],
  ])
  const stripes = [40, 62, 84, 106].map((y) => stroke(`M-110 ${y + 6}Q0 ${y + 26} 110 ${y + 6}`, '#4b1c94', 10)).join('')
  const arm = (side: -1 | 1): string =>
    stroke(`M${side * 80} 46Q${side * 92} 74 ${side * 86} 110`, '#2a0c5a', 2.4, 'opacity="0.5"')
  return (
    relief(
      drawing,
      { round: 9, height: 12, gloss: 0.3, shadow: 6, rim: '#e8c8ff', rimOpacity: 0.7 },
      path(BODY, jersey),
      group(`clip-path="${drawing.clip(BODY)}"`, stripes),
    ) +
    arm(-1) +
    drawing.place({ x: -4, y: -20, scale: 0.76, turn: -5 }, bear) +
    drawing.place({ x: 46, y: 58, scale: 0.42, turn: 10 }, jar) +
    sleeve(drawing) +
    drawing.place({ x: 16, y: 74, scale: 0.6, turn: -24 }, paw)
  )
}

/** The sleeve of the arm that holds the jar, from his elbow to the paw. */
function sleeve(drawing: Drawing): string {
  const cloth = 'M-64 104C-60 84 -34 70 -6 66L4 86C-14 92 -22 98 -24 104Z'
  return (
    relief(
      drawing,
      { round: 6, height: 9, gloss: 0.3, shadow: 5, rim: '#e8c8ff', rimOpacity: 0.7 },
      path(
        cloth,
        drawing.linear([
          [0, '#f4ecff'],
          [1, '#c4b2e4'],
        ]),
      ),
      group(
        `clip-path="${drawing.clip(cloth)}"`,
        [-48, -30, -12].map((x) => stroke(`M${x} 60L${x + 14} 108`, '#4b1c94', 8)).join(''),
      ),
    )
  )
}

/** A paw with claws, seen from above. */
export function paw(drawing: Drawing): string {
  return (
    relief(
      drawing,
      { round: 7, height: 10, gloss: 0.3, shadow: 5, rim: '#ffcf8a', rimOpacity: 0.7 },
      ellipse(
        0,
        0,
        30,
        26,
        drawing.radial(
          [
            [0, '#d08a4e'],
            [0.7, FUR.base],
            [1, FUR.shade],
          ],
          0.4,
          0.3,
        ),
      ),
      ...[-20, 0, 20].map((x) => ellipse(x, 18 - Math.abs(x) * 0.16, 11, 13, FUR.base)),
    ) + [-20, 0, 20].map((x) => path(`M${x - 4} 24L${x} 35L${x + 4} 24Z`, '#2a1206')).join('')
  )
}
