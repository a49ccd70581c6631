import { type Drawing, circle, path, stroke } from '../../kit/drawing'
import { cardLetter, ribbon } from '../../kit/insignia'
import { GOLD, SILVER, type Tones, gem, glints, metal, relief } from '../../kit/materials'
import { polygon, regular, star } from '../../kit/shapes'
import type { SymbolArt } from '../../kit/theme'
import { ICE, fox, mammoth, owl, sabre } from './beasts'

const EMBER: Tones = { shine: '#fff7d0', light: '#ffc247', base: '#ff7a1a', shade: '#c4320a', deep: '#5c0f08' }
const MINT: Tones = { shine: '#f0fff8', light: '#8effd0', base: '#25c98f', shade: '#0d7a68', deep: '#053a3c' }
const LILAC: Tones = { shine: '#fbf2ff', light: '#d2b0ff', base: '#8f63ea', shade: '#5430a8', deep: '#281259' }
const ROSE: Tones = { shine: '#fff1f6', light: '#ffacc9', base: '#ea5a92', shade: '#a3265f', deep: '#4d0d31' }
const RIBBON: Tones = { shine: '#e8fbff', light: '#4fd0ff', base: '#1677d6', shade: '#0c3f92', deep: '#061c4a' }

/** A face in a round window of ice. */
function inIce(art: SymbolArt, tones: Tones): SymbolArt {
  return (drawing) =>
    relief(
      drawing,
      { round: 3, height: 8, gloss: 1.1, shadow: 6, rim: '#ffffff' },
      path(polygon(regular(12, 96, -75)), metal(drawing, SILVER, 60)),
    ) +
    path(
      polygon(regular(12, 86, -75)),
      drawing.radial(
        [
          [0, tones.light],
          [0.55, tones.base],
          [1, tones.deep],
        ],
        0.5,
        0.35,
      ),
    ) +
    path(polygon([[-60, -58], [-30, -78], [-66, 40], [-80, 20]]), '#ffffff', 'opacity="0.22"') +
    path(polygon([[20, -82], [36, -78], [-6, 78], [-22, 76]]), '#ffffff', 'opacity="0.12"') +
    drawing.place({ x: 0, y: 4, scale: 0.84 }, art)
}

/** The coin: an ember caught in a gold ring of ice. Its lower half stays calm, an amount stands there. */
function ember(drawing: Drawing): string {
  return (
    circle(0, 0, 102, drawing.radial([[0, '#ffb347', 0.95], [0.62, '#ff6a1a', 0.45], [1, '#ff4a00', 0]])) +
    relief(drawing, { round: 4, height: 10, gloss: 1.1, shadow: 7, rim: '#fff3c9' }, path(polygon(regular(8, 92, -67.5)), metal(drawing, GOLD, 55))) +
    path(polygon(regular(8, 80, -67.5)), EMBER.deep) +
    gem(drawing, regular(8, 77, -67.5), regular(8, 54, -67.5), EMBER) +
    path(
      'M0 -62C10 -42 34 -36 26 -6C22 10 8 16 0 16C-12 16 -26 8 -26 -8C-26 -22 -14 -24 -12 -38C-4 -34 -4 -26 -4 -22C4 -30 4 -46 0 -62Z',
      drawing.linear([[0, '#fff6c8'], [0.6, '#ffd45a'], [1, '#ff8a1e']]),
      'opacity="0.95"',
    ) +
    glints(drawing, [-46, -46, 20], [50, 40, 10])
  )
}

function aurora(drawing: Drawing): string {
  const ray = (turn: number, color: string): string =>
    drawing.place({ x: 0, y: -8, turn }, () => path('M-9 0Q-24 -60 -6 -96Q10 -60 9 0Z', color, 'opacity="0.85" style="mix-blend-mode:screen"'))
  return (
    circle(0, -6, 104, drawing.radial([[0, '#3df5a7', 0.8], [0.55, '#2ad4e6', 0.4], [1, '#8b5cff', 0]])) +
    [-70, -42, -14, 14, 42, 70].map((turn, i) => ray(turn, ['#3df5a7', '#2ad4e6', '#8b5cff'][i % 3] ?? '#3df5a7')).join('') +
    relief(
      drawing,
      { round: 4, height: 11, gloss: 1.2, shadow: 7, rim: '#d8fff2' },
      path(star(6, 82, 44), drawing.linear([[0, '#e6fff6'], [0.5, '#48f0c0'], [1, '#1a7ad0']])),
    ) +
    gem(drawing, regular(6, 46, -90, 0, 0), regular(6, 24, -90, 0, 0), MINT) +
    glints(drawing, [-24, -34, 18], [34, 10, 11]) +
    ribbon(drawing, 'WILD', 58, RIBBON, 'block', 150)
  )
}

function letter(text: string, tones: Tones): SymbolArt {
  return (drawing) =>
    cardLetter(
      drawing,
      text,
      'block',
      128,
      tones,
      SILVER,
      path(star(8, 96, 74, -90), drawing.radial([[0, tones.shade, 0.95], [1, tones.deep, 0.75]])) +
        stroke(star(8, 96, 74, -90), '#dff6ff', 2.4, 'opacity="0.65"'),
    )
}

export const DEEP_FREEZE_SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  ember,
  aurora,
  mammoth: inIce(mammoth, { ...ICE, base: '#2f8fe0' }),
  sabre: inIce(sabre, LILAC),
  owl: inIce(owl, { ...MINT, base: '#128f8a' }),
  fox: inIce(fox, ROSE),
  a: letter('A', ROSE),
  k: letter('K', MINT),
  q: letter('Q', LILAC),
  j: letter('J', ICE),
}
