import { type Drawing, circle, ellipse, group, path, stroke } from '../../kit/drawing'
import { BRASS, glints, metal, relief } from '../../kit/materials'
import { outline } from '../../kit/lettering'

/** The numbered lights in the jar: place, size, number and tone. */
const LIGHTS = [
  { x: -26, y: 46, radius: 23, number: '7', from: '#fffbd0', to: '#d8a010' },
  { x: 25, y: 50, radius: 22, number: '31', from: '#eaffc8', to: '#5aa828' },
  { x: 2, y: 6, radius: 24, number: '18', from: '#fff0c8', to: '#e07a20' },
  { x: -30, y: -22, radius: 15, number: '4', from: '#d8fff0', to: '#1a9a7a' },
  { x: 31, y: -16, radius: 15, number: '40', from: '#fffbd0', to: '#d8a010' },
] as const

const GLASS = 'M-40 -70C-40 -60 -62 -52 -62 -30V62C-62 80 -52 90 -34 90H34C52 90 62 80 62 62V-30C62 -52 40 -60 40 -70Z'

function light(drawing: Drawing, { x, y, radius, number, from, to }: (typeof LIGHTS)[number]): string {
  const size = radius * (number.length > 1 ? 0.92 : 1.2)
  return group(
    '',
    circle(x, y, radius * 1.7, drawing.radial([[0, from, 0.75], [0.5, from, 0.25], [1, from, 0]])),
    circle(x, y, radius, drawing.radial([[0, '#ffffff'], [0.5, from], [1, to]], 0.36, 0.3, 0.62)),
    circle(x, y, radius * 0.62, '#fffef2', 'opacity="0.86"'),
    path(outline({ text: number, face: 'chunky', size, x, y: y + size * 0.35 }), '#2a2408'),
  )
}

/** A firefly: a body, two wings and the light behind it. */
function firefly(drawing: Drawing): string {
  const wing = drawing.linear([[0, '#f4fff0', 0.9], [1, '#9ae0c8', 0.35]])
  return group(
    '',
    circle(0, 8, 26, drawing.radial([[0, '#f8ff9a', 0.95], [0.4, '#d8f04a', 0.5], [1, '#d8f04a', 0]])),
    ellipse(-11, -6, 14, 6, wing, 'transform="rotate(32 -11 -6)"'),
    ellipse(11, -6, 14, 6, wing, 'transform="rotate(-32 11 -6)"'),
    ellipse(0, 8, 5.5, 9, drawing.radial([[0, '#ffffff'], [0.5, '#f4ff8a'], [1, '#b8c81a']])),
    ellipse(0, -4, 5, 7, '#3a2a14'),
    circle(0, -12, 4, '#2a1c0c'),
  )
}

/** A jar of numbered lights, with fireflies that have found the way out. */
export function jar(drawing: Drawing): string {
  const glass = drawing.linear([[0, '#e8fff4', 0.34], [0.5, '#8ad8c0', 0.14], [1, '#d8fff0', 0.4]], 0)
  const lid = path('M-46 -86H46V-70H-46Z', metal(drawing, BRASS)) + stroke('M-46 -78H46', '#fff3d6', 1.5, 'opacity="0.6"')
  return (
    circle(0, 20, 108, drawing.radial([[0, '#f8ffb0', 0.5], [0.6, '#c8e84a', 0.16], [1, '#c8e84a', 0]])) +
    path(GLASS, '#0c2a2a', 'opacity="0.55"') +
    LIGHTS.map((one) => light(drawing, one)).join('') +
    path(GLASS, glass) +
    stroke(GLASS, '#e8fff4', 2.4, 'opacity="0.75"') +
    stroke('M-52 -24V56', '#ffffff', 5, 'opacity="0.5"') +
    relief(drawing, { round: 2, height: 4, gloss: 0.9, shadow: 3 }, lid) +
    drawing.place({ x: -72, y: -58, scale: 0.95, turn: -24 }, firefly) +
    drawing.place({ x: 76, y: -42, scale: 0.8, turn: 28 }, firefly) +
    drawing.place({ x: 82, y: 66, scale: 0.62, turn: 60 }, firefly) +
    glints(drawing, [-44, -40, 8], [46, 74, 6])
  )
}
