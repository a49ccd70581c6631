import { type Drawing, circle, ellipse, path, stroke } from '../../kit/drawing'
import { BRASS, COPPER, GOLD, WOOD, glints, metal, relief, solid } from '../../kit/materials'
import { star } from '../../kit/shapes'

const GORES = [
  { d: 'M0 -92C-62 -92 -84 -46 -74 -6C-66 24 -40 44 -20 58H-10C-30 30 -44 4 -46 -26C-48 -60 -28 -86 0 -92Z', from: '#7a1f8f', to: '#f04a8a' },
  { d: 'M0 -92C-28 -86 -48 -60 -46 -26C-44 4 -30 30 -10 58H0Z', from: '#ff9a4a', to: '#ffd76a' },
  { d: 'M0 -92V58H10C30 30 44 4 46 -26C48 -60 28 -86 0 -92Z', from: '#ff6a5a', to: '#ffb04a' },
  { d: 'M0 -92C28 -86 48 -60 46 -26C44 4 30 30 10 58H20C40 44 66 24 74 -6C84 -46 62 -92 0 -92Z', from: '#4a1a8a', to: '#c83a9a' },
] as const

/** A polar balloon under way: striped silk, a star, and a basket with its lamp lit. */
export function balloon(drawing: Drawing): string {
  const silk = GORES.map(({ d, from, to }) => path(d, drawing.linear([[0, to], [0.7, from], [1, '#2a0f4a']]))).join('')
  const band = path('M-75 -14C-40 4 40 4 75 -14L72 6C38 22 -38 22 -72 6Z', metal(drawing, GOLD), 'opacity="0.95"')
  const lamp = circle(0, 62, 16, drawing.radial([[0, '#fffbe0', 1], [0.4, '#ffd76a', 0.8], [1, '#ff9a4a', 0]]))
  const ropes = [-18, -7, 7, 18].map((x) => stroke(`M${x} 56L${x * 0.82} 80`, '#ffe8c0', 1.6)).join('')
  const basket = path('M-19 78H19L15 100H-15Z', solid(drawing, WOOD)) + path('M-21 76H21V82H-21Z', metal(drawing, BRASS)) + stroke('M-17 88H17M-16 94H16', '#f7d6a4', 1.2, 'opacity="0.6"')
  const crest = `<g transform="translate(0 -44)">${path(star(8, 26, 11), metal(drawing, COPPER))}${path(star(8, 17, 7), '#fff6cf')}</g>`
  return (
    lamp +
    relief(drawing, { round: 3, height: 5, gloss: 0.9, shadow: 4, rim: '#ffffff' }, silk + band) +
    crest +
    ropes +
    relief(drawing, { round: 1.6, height: 3, gloss: 0.6, shadow: 3 }, basket) +
    ellipse(-30, -58, 13, 24, drawing.radial([[0, '#ffffff', 0.7], [1, '#ffffff', 0]]), 'transform="rotate(24 -30 -58)"') +
    glints(drawing, [-34, -66, 9], [52, -30, 6])
  )
}
