import { Container, Graphics, Sprite, Texture } from 'pixi.js'
import type { Position } from '../play/types'
import { lookByNight, mix } from './look'
import type { Scene } from './scene'
import { symbolOf } from './timeline'

/** Wilds that stay while the reels turn under them. */
export class StickyWilds {
  readonly view = new Container()
  readonly #scene: Scene
  #cells: readonly Position[] = []

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Lays wilds over these cells, in place of all that were laid. */
  show(cells: readonly Position[]): void {
    this.#cells = cells
    this.draw()
  }

  /** Takes the wilds of a reel away: what has stopped on it shows them itself. */
  leave(reel: number): void {
    if (this.#cells.some(([own]) => own === reel)) this.show(this.#cells.filter(([own]) => own !== reel))
  }

  /** Draws them anew, as where the window has got another size. */
  draw(): void {
    for (const child of this.view.removeChildren()) child.destroy()
    const { definition, layout, look, reels, textures } = this.#scene
    // Wilds stay in free spins only, and those are played in the light of a feature.
    const { window, stripe } = lookByNight(look)
    const texture = textures.symbols.get(symbolOf(definition, 'wild', 'wild_scatter') ?? '') ?? Texture.EMPTY
    const { cell } = layout
    for (const [reel, row] of this.#cells) {
      const height = reels[reel]?.rowHeight ?? cell
      const size = reels[reel]?.symbolSize ?? { width: cell, height: cell }
      const plate = new Graphics().rect(reel * cell, row * height, cell, height).fill(mix(window, stripe, reel % 2 === 0 ? 0.5 : 0.28))
      const wild = new Sprite({ texture, anchor: 0.5, x: (reel + 0.5) * cell, y: (row + 0.5) * height })
      wild.setSize(size.width, size.height)
      this.view.addChild(plate, wild)
    }
  }
}
