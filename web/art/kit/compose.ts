import { Drawing } from './drawing'
import { type Box, vignette } from './scenery'
import type { Theme } from './theme'

/** The portrait tile: 3:4. */
export const TILE_BOX: Box = { x: 0, y: 0, width: 600, height: 800 }
/** The wide picture: 12:5. */
export const HERO_BOX: Box = { x: 0, y: 0, width: 1200, height: 500 }
/** A game's background: 8:5, cropped to the window by the client. */
export const STAGE_BOX: Box = { x: 0, y: 0, width: 1600, height: 1000 }

function view(box: Box): [number, number, number, number] {
  return [box.x, box.y, box.width, box.height]
}

/** The lobby tile as two SVG documents: the picture and the title over it. */
export function tile(theme: Theme, pixelsPerUnit: number): { picture: string; lettering: string } {
  const drawing = new Drawing(pixelsPerUnit)
  const box = TILE_BOX
  const body =
    theme.layers.back(drawing, box) +
    theme.layers.middle(drawing, box) +
    theme.centrepiece(drawing, box) +
    theme.layers.front(drawing, box) +
    vignette(drawing, box)
  const over = new Drawing(pixelsPerUnit)
  const lettering = over.place({ x: 300, y: 628 }, theme.lettering)
  return { picture: drawing.document(view(box), body), lettering: over.document(view(box), lettering) }
}

/** The wide picture: the left third stays calm, a text may stand there. */
export function hero(theme: Theme, pixelsPerUnit: number): string {
  const drawing = new Drawing(pixelsPerUnit)
  const box = HERO_BOX
  const body =
    theme.layers.back(drawing, box) +
    theme.layers.middle(drawing, box) +
    theme.centrepiece(drawing, box) +
    theme.layers.front(drawing, box) +
    vignette(drawing, box, '#03050d', 0.55)
  return drawing.document(view(box), body)
}

/** One parallax layer of the game's background. */
export function layer(theme: Theme, name: keyof Theme['layers'], pixelsPerUnit: number): string {
  const drawing = new Drawing(pixelsPerUnit)
  return drawing.document(view(STAGE_BOX), theme.layers[name](drawing, STAGE_BOX))
}
