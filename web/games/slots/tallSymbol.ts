import { Container, Graphics, Sprite, type Texture } from 'pixi.js'
import type { Pose } from './symbolMotion'

/** How much higher than wide the one picture of a whole reel gets, where its reel has room for that. */
const HEIGHT_MAX = 1.45

/** The colours of the plate that a tall symbol stands on. */
export interface Plate {
  fill: number
  light: number
  rim: number
}

/** One picture of a symbol over a whole reel: it grows from the cell where it landed. */
export class TallSymbol {
  readonly view = new Container()
  readonly sprite: Sprite
  readonly #plate = new Graphics()
  readonly #colours: Plate
  readonly #row: number

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
    const box = [inset, top + inset, cell - 2 * inset, tall - 2 * inset, cell * 0.13] as const
    const { fill, light, rim } = this.#colours
    const g = this.#plate.clear()
    g.roundRect(...box).fill({ color: fill })
    g.roundRect(...box).fill({ color: light, alpha: 0.16 })
    for (const [width, alpha] of [
      [0.62, 0.1],
      [0.34, 0.12],
    ] as const) {
      g.rect((cell * (1 - width)) / 2, top + inset, cell * width, tall - 2 * inset).fill({ color: light, alpha })
    }
    g.roundRect(...box).stroke({ color: rim, width: Math.max(1.5, cell * 0.03), alpha: 0.9 })
    const side = Math.min(cell, rowHeight) * 0.92
    const higher = 1 + (Math.min(HEIGHT_MAX, (height * 0.9) / side) - 1) * share
    const wide = side * (1 + 0.04 * share)
    this.sprite.position.set(cell / 2 + (pose?.x ?? 0) * side, top + tall / 2 + (pose?.y ?? 0) * side)
    this.sprite.rotation = pose?.turn ?? 0
    this.sprite.setSize(wide * (pose?.width ?? 1), side * higher * (pose?.height ?? 1))
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
