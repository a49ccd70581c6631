import type { Drawing } from './drawing'
import type { Box } from './scenery'

/** Draws one symbol into the square from -100 to 100. */
export type SymbolArt = (drawing: Drawing) => string

/** The box of a symbol in user units. */
export const SYMBOL_BOX = [-104, -104, 208, 208] as const

/** The three parallax layers of a game's background, back to front. */
export interface Layers {
  back: (drawing: Drawing, box: Box) => string
  middle: (drawing: Drawing, box: Box) => string
  front: (drawing: Drawing, box: Box) => string
}

/** Everything drawn for one game. */
export interface Theme {
  slug: string
  /** The colour that stands for the game in the lobby. */
  accent: string
  symbols: Readonly<Record<string, SymbolArt>>
  layers: Layers
  /** What stands in the middle of the tile and the wide picture. */
  centrepiece: (drawing: Drawing, box: Box) => string
  /** Who stands beside the reels on wide screens; drawn into a symbol's box. */
  mascot?: SymbolArt
  /** The title as lettering, centred on the origin, about 520 units wide. */
  lettering: SymbolArt
}
