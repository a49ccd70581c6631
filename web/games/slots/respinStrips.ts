import { Container, Graphics, GraphicsContext, Sprite, type Texture } from 'pixi.js'
import type { Position } from '../play/types'
import { bounce } from './reel'

/** The first cell comes to rest after so long; cells further right and further down later by so much. In milliseconds. */
const FIRST_MS = 620
const REEL_MS = 110
const ROW_MS = 45
/** Cells a millisecond that the little strips run, and what is left of that as they reach their place. */
const SPEED = 0.011
const LAST_SPEED = SPEED / 4
/** How long a strip slows down, and how long it then swings through its place, in milliseconds; and how far, in cells. */
const SLOW_MS = 200
const SETTLE_MS = 160
const OVERSHOOT = 0.12
/** Pictures on a strip, a cell apart: one coin, and blanks, as most cells stay free. */
const PICTURES = 4
/** Where a strip comes to rest: with its coin in the middle of the cell, or with the blank that is farthest from it. */
const REST = { coin: 1.5, blank: -0.5 } as const
/** How much of its cell a coin takes, and a blank. */
const COIN_SHARE = 0.8
const BLANK = 0.48

/** When each cell comes to rest, in milliseconds: reel by reel from the left, and in a reel from the top. */
export function restTimes(cells: readonly Position[]): { position: Position; at: number }[] {
  return cells.map((position) => ({ position, at: FIRST_MS + position[0] * REEL_MS + position[1] * ROW_MS })).toSorted((a, b) => a.at - b.at)
}

/** A free cell, when it comes to rest, and whether it does so on a coin. */
export interface FreeCell {
  position: Position
  at: number
  isCoin: boolean
}

/** What runs past in a free cell: a coin as it runs and as it stands, and the colour of blanks. */
interface Pictures {
  running: Texture
  still: Texture
  blank: number
}

interface Strip extends FreeCell {
  coin: Sprite
  blanks: readonly Graphics[]
}

/** A little reel in each free cell of a respin: blanks and now and then a coin run past in it until it comes to rest. */
export class RespinStrips {
  readonly view = new Container()
  readonly #strips = new Map<string, Strip>()
  #cell = 0
  #pictures: Pictures | undefined
  #blank: GraphicsContext | undefined

  /** Whether strips are shown. */
  get isOn(): boolean {
    return this.#strips.size > 0
  }

  /** Sets strips going in these cells. */
  begin(cells: readonly FreeCell[], cell: number, pictures: Pictures): void {
    this.end()
    this.#cell = cell
    this.#pictures = pictures
    const blank = blankOf(cell, pictures.blank)
    this.#blank = blank
    for (const free of cells) {
      const coin = this.view.addChild(new Sprite({ texture: pictures.running, anchor: 0.5, alpha: 0.85 }))
      const blanks = Array.from({ length: PICTURES - 1 }, () => this.view.addChild(new Graphics(blank)))
      for (const picture of [coin, ...blanks]) picture.x = (free.position[0] + 0.5) * cell
      this.#strips.set(key(free.position), { ...free, coin, blanks })
    }
    this.turn(0)
  }

  /** Shows the strips as they are after so many milliseconds. */
  turn(milliseconds: number): void {
    for (const { position, at, isCoin, coin, blanks } of this.#strips.values()) {
      const left = at - milliseconds
      const offset = (isCoin ? REST.coin : REST.blank) - wayLeft(left)
      const middleOf = (picture: number): number => ((((offset + picture) % PICTURES) + PICTURES) % PICTURES) - 1
      this.#showCoin(coin, position[1], middleOf(0), left < SETTLE_MS + SLOW_MS / 2)
      for (const [i, blank] of blanks.entries()) {
        const seen = within(middleOf(i + 1), BLANK)
        blank.visible = seen.height > 0
        blank.y = (position[1] + seen.middle) * this.#cell
        blank.scale.y = seen.height / BLANK
      }
    }
  }

  #showCoin(coin: Sprite, row: number, middle: number, isSlow: boolean): void {
    const { running, still } = this.#pictures!
    const texture = isSlow ? still : running
    if (coin.texture !== texture) coin.texture = texture
    // A blurred coin is as high as it runs in a frame.
    const seen = within(middle, (COIN_SHARE * texture.height) / texture.width)
    coin.visible = seen.height > 0
    if (!coin.visible) return
    coin.y = (row + seen.middle) * this.#cell
    coin.setSize(this.#cell * COIN_SHARE, this.#cell * seen.height)
  }

  /** Ends the strip of a cell. */
  stop(position: Position): void {
    const strip = this.#strips.get(key(position))
    for (const picture of strip === undefined ? [] : [strip.coin, ...strip.blanks]) picture.destroy()
    this.#strips.delete(key(position))
  }

  /** Ends all of them. */
  end(): void {
    for (const { position } of [...this.#strips.values()]) this.stop(position)
    this.#blank?.destroy()
    this.#blank = undefined
  }
}

/** A blank of dull ice. */
function blankOf(cell: number, color: number): GraphicsContext {
  return new GraphicsContext()
    .circle(0, 0, (cell * BLANK) / 2)
    .fill({ color, alpha: 0.12 })
    .circle(0, 0, (cell * BLANK) / 2)
    .stroke({ color, width: Math.max(1, cell * 0.02), alpha: 0.3 })
}

/** What is seen of a picture in a cell, all in cells: it turns into its edges as round a drum, and never reaches over them. */
function within(middle: number, height: number): { middle: number; height: number } {
  const top = Math.max(0, middle - height / 2)
  const bottom = Math.min(1, middle + height / 2)
  return { middle: (top + bottom) / 2, height: Math.max(0, bottom - top) }
}

/** How many cells a strip has still to run that comes to rest in so many milliseconds; less than none where it swings past its place. */
function wayLeft(milliseconds: number): number {
  if (milliseconds <= 0) return 0
  if (milliseconds < SETTLE_MS) return -OVERSHOOT * bounce(1 - milliseconds / SETTLE_MS)
  const running = milliseconds - SETTLE_MS
  const slow = Math.min(running, SLOW_MS)
  return slow * (LAST_SPEED + ((SPEED - LAST_SPEED) * slow) / (2 * SLOW_MS)) + SPEED * (running - slow) - OVERSHOOT
}

function key([reel, row]: Position): string {
  return `${reel}:${row}`
}
