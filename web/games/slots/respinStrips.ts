import { Container, Graphics, Sprite, type Texture } from 'pixi.js'
import type { Position } from '../play/types'

/** The first cell comes to rest after so long; cells further right and further down later by so much. In milliseconds. */
const FIRST_MS = 620
const REEL_MS = 110
const ROW_MS = 45
/** Cells a second that the little strips run, and how far apart the coins on them are. */
const SPEED = 11
const SPACING = 1.4
/** Coins on a strip: as one leaves the cell at its foot, the next one comes in at its top. */
const COINS = 2

/** When each cell comes to rest, in milliseconds: reel by reel from the left, and in a reel from the top. */
export function restTimes(cells: readonly Position[]): { position: Position; at: number }[] {
  return cells.map((position) => ({ position, at: FIRST_MS + position[0] * REEL_MS + position[1] * ROW_MS })).toSorted((a, b) => a.at - b.at)
}

/** A little reel in each free cell of a respin: coins run past in it until it comes to rest. */
export class RespinStrips {
  readonly view = new Container()
  readonly #mask = new Graphics()
  readonly #strips = new Map<string, { row: number; phase: number; coins: Sprite[] }>()
  #cell = 0

  constructor() {
    this.view.mask = this.#mask
    this.view.addChild(this.#mask)
    this.view.visible = false
  }

  /** Sets strips going in these cells. */
  begin(cells: readonly Position[], cell: number, coin: Texture): void {
    this.end()
    this.#cell = cell
    for (const [i, [reel, row]] of cells.entries()) {
      this.#mask.rect(reel * cell, row * cell, cell, cell).fill(0xffffff)
      const coins = Array.from({ length: COINS }, () => {
        const sprite = new Sprite({ texture: coin, anchor: 0.5, alpha: 0.85 })
        sprite.x = (reel + 0.5) * cell
        // A blurred coin is as high as it runs in a frame.
        sprite.setSize(cell * 0.8, (cell * 0.8 * coin.height) / coin.width)
        return this.view.addChild(sprite)
      })
      this.#strips.set(key([reel, row]), { row, phase: i * 0.37, coins })
    }
    this.view.visible = true
    this.turn(0)
  }

  /** Shows the strips as they are after so many milliseconds. */
  turn(milliseconds: number): void {
    for (const { row, phase, coins } of this.#strips.values()) {
      for (const [i, sprite] of coins.entries()) {
        const way = (phase + (milliseconds / 1_000) * SPEED + i * SPACING) % (COINS * SPACING)
        sprite.y = (row + way - 0.9) * this.#cell
      }
    }
  }

  /** Ends the strip of a cell. */
  stop(position: Position): void {
    const strip = this.#strips.get(key(position))
    for (const sprite of strip?.coins ?? []) sprite.destroy()
    this.#strips.delete(key(position))
  }

  /** Ends all of them. */
  end(): void {
    for (const { coins } of this.#strips.values()) for (const sprite of coins) sprite.destroy()
    this.#strips.clear()
    this.#mask.clear()
    this.view.visible = false
  }
}

function key([reel, row]: Position): string {
  return `${reel}:${row}`
}
