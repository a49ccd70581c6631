import { Container, Graphics, Sprite, type Texture } from 'pixi.js'
import type { Pose } from './symbolMotion'
import { type Plate, type PlateBox, drawPlate } from './tallSymbolPlate'

export type { Plate } from './tallSymbolPlate'

/** One picture of a symbol over a whole reel: its plate grows from the cell where it landed, and the symbol keeps its shape on it. */
export class TallSymbol {
  readonly view = new Container()
  readonly sprite: Sprite
  readonly #plate = new Graphics()
  readonly #colours: Plate
  readonly #row: number
  /** The plate as it was last drawn: while only the symbol moves it stays. */
  #drawn: PlateBox | undefined

  /** `row` is where the symbol landed. */
  constructor(texture: Texture, row: number, colours: Plate) {
    this.#colours = colours
    this.#row = row
    this.sprite = new Sprite({ texture, anchor: 0.5 })
    this.view.addChild(this.#plate, this.sprite)
  }

  /** Draws it grown by a share in a reel with cells of these sides; the pose is that of a symbol that moves. */
  draw(share: number, cell: number, rowHeight: number, rows: number, pose: Pose | undefined): void {
    const height = rows * rowHeight
    const top = this.#row * rowHeight * (1 - share)
    const tall = rowHeight + (height - rowHeight) * share
    const inset = cell * 0.04
    const side = Math.min(cell, rowHeight) * (0.92 + 0.04 * share)
    this.#drawPlate({ x: inset, y: top + inset, width: cell - 2 * inset, height: tall - 2 * inset, cell, side })
    this.sprite.position.set(cell / 2 + (pose?.x ?? 0) * side, top + tall / 2 + (pose?.y ?? 0) * side)
    this.sprite.rotation = pose?.turn ?? 0
    this.sprite.setSize(side * (pose?.width ?? 1), side * (pose?.height ?? 1))
  }

  #drawPlate(box: PlateBox): void {
    const drawn = this.#drawn
    if (drawn !== undefined && drawn.y === box.y && drawn.height === box.height && drawn.cell === box.cell) return
    this.#drawn = box
    drawPlate(this.#plate, box, this.#colours)
  }

  /** Puts it into a light: white is its own. */
  tint(light: number): void {
    this.sprite.tint = light
    this.#plate.tint = light
  }

  /** Takes it away. */
  end(): void {
    this.view.destroy({ children: true })
  }
}
