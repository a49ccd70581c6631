import { Container, Sprite, Texture } from 'pixi.js'
import { BLUR_HEIGHT } from './blur'
import type { Pose } from './symbolMotion'
import { type Plate, TallSymbol } from './tallSymbol'

/** Cells a second at full speed. */
const SPEED = 27
/** How far a reel runs past its place before it bounces back, in cells, and how often it swings through that place. */
const OVERSHOOT = 0.16
const SWINGS = 1.5
const SETTLE_SECONDS = 0.28
const QUICK_SETTLE_SECONDS = 0.12
/** From this share of full speed the eye sees no symbols but their blur. */
const BLURRED_FROM = 0.6
const START_SECONDS = 0.14
const SLIDE_SECONDS = 0.42
/** What is left of the light of a symbol that is dimmed. */
const DIMMED = 0x5a6080
/** Share of its cell that a symbol at rest takes. */
const SYMBOL_SHARE = 0.92
/** How much higher than wide a symbol is drawn where its cell is: small in a tall one it would look lost. */
const TALLER = 1.35

type Phase =
  | { name: 'still' }
  | { name: 'turning'; since: number }
  | { name: 'stopping'; target: number; done: () => void }
  | { name: 'settling'; target: number; since: number; done: () => void }
  | { name: 'sliding'; from: number; target: number; since: number; done: () => void }

/**
 * One reel: an endless tape of symbols behind a window of at most `rows` cells. What
 * runs past while it turns is decoration; where it stops is the server's. A reel that shows
 * fewer cells than it could shows them taller: together they always fill its window.
 */
export class Reel {
  readonly view = new Container()
  readonly #rows: number
  readonly #symbols: ReadonlyMap<string, Texture>
  readonly #blurred: ReadonlyMap<string, Texture>
  #filler: (index: number) => string
  readonly #sprites: Sprite[]
  readonly #tape = new Map<number, string>()
  /** Rows' displacement in cells, for falling symbols. */
  readonly lift: number[]
  /** How symbols of rows stand aside while they move by themselves. */
  readonly #poses = new Map<number, Pose>()
  #position = 0
  /** Share of full speed. */
  #speed = 0
  #phase: Phase = { name: 'still' }
  #cell = 100
  #height = 100
  /** Cells in the window now. */
  #shown: number
  #settleSeconds = SETTLE_SECONDS
  /** What stood in the window before another was shown at once. */
  #before: readonly string[] = []
  /** One picture in place of all cells, and how far it has grown. */
  #tall: { picture: TallSymbol; grown: number } | undefined

  /** `blurred` are the symbols as they run past; `filler` answers what stands on the tape where nothing was laid. */
  constructor(rows: number, symbols: ReadonlyMap<string, Texture>, blurred: ReadonlyMap<string, Texture>, filler: (index: number) => string) {
    this.#rows = rows
    this.#shown = rows
    this.#symbols = symbols
    this.#blurred = blurred
    this.#filler = filler
    this.lift = Array.from({ length: rows }, () => 0)
    this.#sprites = Array.from({ length: rows + 2 }, () => {
      const sprite = new Sprite()
      sprite.anchor.set(0.5)
      return sprite
    })
    this.view.addChild(...this.#sprites)
  }

  /** Sets the width of a cell and the height of the window, in pixels. */
  resize(cell: number, height: number): void {
    this.#cell = cell
    this.#height = height
    this.draw()
  }

  /** Shows a window at once. */
  set(column: readonly string[]): void {
    this.#before = this.symbols
    this.#shrink()
    const base = Math.round(this.#position)
    this.#position = base
    this.#phase = { name: 'still' }
    this.lift.fill(0)
    this.#poses.clear()
    this.#shown = column.length || this.#shown
    column.forEach((symbol, row) => this.#tape.set(row - base, symbol))
    this.draw()
  }

  /** Changes what stands on the tape where nothing was laid; what is in the window stays. */
  fill(filler: (index: number) => string): void {
    this.#filler = filler
    const base = Math.round(this.#position)
    for (const index of this.#tape.keys()) {
      if (index + base < 0 || index + base >= this.#shown) this.#tape.delete(index)
    }
  }

  /** Whether it is on its way. */
  get isMoving(): boolean {
    return this.#phase.name !== 'still'
  }

  /** Starts turning. */
  spin(): void {
    this.#poses.clear()
    this.#shrink()
    this.#phase = { name: 'turning', since: 0 }
  }

  /** Comes to rest showing the window, sooner where it is to be quick; answers when it has. */
  stop(column: readonly string[], isQuick = false): Promise<void> {
    this.#settleSeconds = isQuick ? QUICK_SETTLE_SECONDS : SETTLE_SECONDS
    const target = Math.ceil(this.#position) + this.#rows + (isQuick ? 1 : 2)
    this.#shown = column.length || this.#shown
    column.forEach((symbol, row) => this.#tape.set(row - target, symbol))
    return new Promise((done) => {
      this.#phase = { name: 'stopping', target, done }
    })
  }

  /** Moves by one place to show another window: 1 upwards, -1 downwards; answers when it has. */
  slide(column: readonly string[], by: 1 | -1): Promise<void> {
    const from = Math.round(this.#position)
    const target = from - by
    column.forEach((symbol, row) => this.#tape.set(row - target, symbol))
    return new Promise((done) => {
      this.#phase = { name: 'sliding', from, target, since: 0, done }
    })
  }

  /** Lets the symbol of a row stand aside, or as all others do. */
  pose(row: number, pose: Pose | undefined): void {
    if (pose === undefined) this.#poses.delete(row)
    else this.#poses.set(row, pose)
  }

  /** The symbols in the window while the reel is still. */
  get symbols(): string[] {
    return Array.from({ length: this.#shown }, (_, row) => this.symbolIn(row))
  }

  /** Where the symbol that now fills the reel landed before it did; -1 where it did not. It filled the reel already if `isOld`. */
  get landed(): { row: number; isOld: boolean } {
    const symbol = this.symbolIn(0)
    return { row: this.#before.indexOf(symbol), isOld: this.#before.length > 0 && this.#before.every((before) => before === symbol) }
  }

  /** Whether one picture stands in place of all cells. */
  get isTall(): boolean {
    return this.#tall !== undefined
  }

  /**
   * Shows the symbol that fills the reel as one tall picture, grown by a share from where it landed. What stood in the other
   * cells stays until it is covered.
   */
  grow(share: number, plate: Plate): void {
    if (this.#tall === undefined) {
      const texture = this.#symbols.get(this.symbolIn(0)) ?? Texture.EMPTY
      this.#tall = { picture: new TallSymbol(texture, Math.max(0, this.landed.row), plate), grown: share }
      this.view.addChild(this.#tall.picture.view)
    }
    this.#tall.grown = share
    this.draw()
  }

  #shrink(): void {
    this.#tall?.picture.end()
    this.#tall = undefined
  }

  /** Lights the symbols of some rows and dims the others; undefined lights all. */
  light(isLit?: (row: number) => boolean): void {
    const rows = Array.from({ length: this.#rows }, (_, row) => isLit === undefined || isLit(row))
    for (const [i, sprite] of this.#sprites.entries()) sprite.tint = (rows[i - 1] ?? isLit === undefined) ? 0xffffff : DIMMED
    this.#tall?.picture.tint(rows.includes(true) ? 0xffffff : DIMMED)
  }

  /** The symbol in a row while the reel is still. */
  symbolIn(row: number): string {
    return this.#symbolAt(row - Math.round(this.#position))
  }

  /** Cells in the window. */
  get shown(): number {
    return this.#shown
  }

  /** Height of a cell in pixels. */
  get rowHeight(): number {
    return this.#height / this.#shown
  }

  /** Width and height of a symbol at rest, in pixels. */
  get symbolSize(): { width: number; height: number } {
    const width = Math.min(this.#cell, this.rowHeight) * SYMBOL_SHARE
    return { width, height: Math.min(this.rowHeight * SYMBOL_SHARE, width * TALLER) }
  }

  /** The sprite that shows a row while the reel is still. */
  spriteAt(row: number): Sprite | undefined {
    return this.#tall?.grown === 1 ? this.#tall.picture.sprite : this.#sprites[row + 1]
  }

  /** Moves on by so many seconds. */
  advance(seconds: number): void {
    const phase = this.#phase
    switch (phase.name) {
      case 'still':
        return
      case 'turning':
        phase.since += seconds
        this.#speed = Math.min(1, 0.25 + phase.since / START_SECONDS)
        this.#position += SPEED * this.#speed * seconds
        break
      case 'stopping': {
        const end = phase.target + OVERSHOOT
        this.#speed = Math.min(1, Math.max(0.22, (end - this.#position) / 0.9))
        this.#position += SPEED * this.#speed * seconds
        if (this.#position >= end) {
          this.#position = end
          this.#phase = { name: 'settling', target: phase.target, since: 0, done: phase.done }
        }
        break
      }
      case 'settling': {
        phase.since += seconds
        const share = Math.min(1, phase.since / this.#settleSeconds)
        this.#position = phase.target + OVERSHOOT * bounce(share)
        if (share >= 1) {
          this.#phase = { name: 'still' }
          phase.done()
        }
        break
      }
      case 'sliding': {
        phase.since += seconds
        const share = Math.min(1, phase.since / SLIDE_SECONDS)
        const eased = share * share * (3 - 2 * share)
        this.#position = phase.from + (phase.target - phase.from) * eased
        if (share >= 1) {
          this.#phase = { name: 'still' }
          phase.done()
        }
        break
      }
    }
    this.draw()
  }

  /** Puts every sprite where it belongs. */
  draw(): void {
    const base = Math.floor(this.#position)
    const shift = this.#position - base
    const still = this.#phase.name === 'still'
    const running = this.#phase.name === 'turning' || this.#phase.name === 'stopping'
    const pictures = running && this.#speed >= BLURRED_FROM ? this.#blurred : undefined
    const { width, height } = this.symbolSize
    const { picture: tall, grown } = this.#tall ?? { grown: 0 }
    this.#sprites.forEach((sprite, i) => {
      const row = i - 1
      const symbol = tall === undefined ? this.#symbolAt(row - base) : (this.#before[row] ?? '')
      const blur = pictures?.get(symbol)
      // An unnamed symbol is a blank cell.
      const texture = blur ?? this.#symbols.get(symbol) ?? Texture.EMPTY
      if (sprite.texture !== texture) sprite.texture = texture
      const pose = still ? this.#poses.get(row) : undefined
      const y = (row + 0.5 + shift + (still ? (this.lift[row] ?? 0) : 0)) * this.rowHeight
      sprite.position.set(this.#cell / 2 + (pose?.x ?? 0) * width, y + (pose?.y ?? 0) * height)
      sprite.rotation = pose?.turn ?? 0
      sprite.width = width * (pose?.width ?? 1)
      sprite.height = height * (blur === undefined ? (pose?.height ?? 1) : BLUR_HEIGHT)
      sprite.alpha = 1
      sprite.visible = grown < 1 && (!still || (row >= 0 && row < this.#shown))
    })
    tall?.draw(grown, this.#cell, this.rowHeight, this.#shown, [...this.#poses.values()][0])
    for (const index of this.#tape.keys()) {
      if (index > this.#rows - base + 1) this.#tape.delete(index)
    }
  }

  #symbolAt(index: number): string {
    const laid = this.#tape.get(index)
    if (laid !== undefined) return laid
    const symbol = this.#filler(index)
    this.#tape.set(index, symbol)
    return symbol
  }
}

/** Where a stopping reel is between its farthest point, 1, and its place, 0: it swings through it and comes to rest. */
export function bounce(share: number): number {
  return Math.cos(share * SWINGS * Math.PI) * (1 - share) ** 2
}
