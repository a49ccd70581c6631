import { type Drawing, circle, path } from '../../kit/drawing'
import { cardLetter, ribbon } from '../../kit/insignia'
import { BRASS, COPPER, GOLD, type Tones, metal, relief } from '../../kit/materials'
import { ring } from '../../kit/shapes'
import type { SymbolArt } from '../../kit/theme'
import { badge, bandit, board, boots, cactus, horseshoe, revolver } from './outlaws'

const TURQUOISE: Tones = { shine: '#e6fffa', light: '#7ff0dc', base: '#1fb5a8', shade: '#0c6f74', deep: '#063a42' }
const BRICK: Tones = { shine: '#ffe6da', light: '#ff9a70', base: '#e0512c', shade: '#962a18', deep: '#4a100c' }
const SAND: Tones = { shine: '#fffbe2', light: '#ffe08c', base: '#eab03c', shade: '#a56f16', deep: '#543407' }
const DUSK: Tones = { shine: '#f6e6ff', light: '#cf9cf0', base: '#9350c8', shade: '#5a2786', deep: '#2c1046' }
const CLOTH: Tones = { shine: '#ffe6c8', light: '#e0512c', base: '#b02a20', shade: '#741418', deep: '#3a070d' }

/** A picture on a round plate of copper. */
function onPlate(art: SymbolArt, glow: string, scale = 0.86): SymbolArt {
  return (drawing) =>
    circle(0, 0, 98, drawing.radial([[0, glow, 0.95], [0.75, '#5a1f12', 0.95], [1, '#2a0a08', 0.95]], 0.5, 0.4)) +
    relief(
      drawing,
      { round: 3, height: 8, gloss: 1, shadow: 6, rim: '#ffe0c0' },
      path(ring(0, 0, 99, 88), metal(drawing, COPPER, 60), 'fill-rule="evenodd"'),
    ) +
    drawing.place({ x: 0, y: 0, scale }, art)
}

function sheriff(drawing: Drawing): string {
  return (
    circle(0, -2, 98, drawing.radial([[0, '#ffd75e', 0.9], [0.6, '#ff9a2a', 0.4], [1, '#ff7a00', 0]])) +
    drawing.place({ x: 0, y: -6, scale: 0.95 }, (d) => badge(d)) +
    ribbon(drawing, 'WILD', 58, CLOTH, 'western', 152)
  )
}

function letter(text: string, tones: Tones): SymbolArt {
  return (drawing) => cardLetter(drawing, text, 'western', 132, tones, text === 'A' ? GOLD : BRASS, board(drawing))
}

export const COPPER_CANYON_SYMBOLS: Readonly<Record<string, SymbolArt>> = {
  sheriff,
  bandit: onPlate(bandit, '#ffb060', 0.9),
  horse: onPlate(horseshoe, '#5fd6d0', 0.78),
  revolver: onPlate(revolver, '#f0a040', 0.86),
  boots: onPlate(boots, '#e88a4a', 0.8),
  cactus: onPlate(cactus, '#ffd98a', 0.82),
  a: letter('A', BRICK),
  k: letter('K', TURQUOISE),
  q: letter('Q', DUSK),
  j: letter('J', SAND),
}
