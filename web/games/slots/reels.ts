import type { Coin, Position, ReelSet, SlotsDefinition } from '../play/types'
import { type Playback, motionIsReduced } from '../shell/motion'
import type { Sound } from '../shell/sound'
import type { Effects } from './effects'
import type { Scene } from './scene'
import { type Drop, type Window, symbolOf } from './timeline'

/** Time between the stops of neighbouring reels, and of one that is waited for. */
const STAGGER_MS = 190
const ANTICIPATION_MS = 1150

/** What reels of changing height show before the first spin. */
const FIRST_HEIGHTS = [3, 5, 7, 6, 4, 2] as const

/** How the reels move, and the window they show. */
export class Reels {
  window: Window
  /** Reels that are covered and do not turn. */
  covered: readonly number[] = []
  readonly #scene: Scene
  readonly #definition: SlotsDefinition
  readonly #effects: Effects
  readonly #playback: Playback
  readonly #sound: Sound

  constructor(scene: Scene, definition: SlotsDefinition, effects: Effects, playback: Playback, sound: Sound) {
    this.#scene = scene
    this.#definition = definition
    this.#effects = effects
    this.#playback = playback
    this.#sound = sound
    this.window = firstWindow(definition)
  }

  /** Shows a window at once. */
  show(window: Window): void {
    this.window = window
    this.#scene.show(window)
  }

  /** Starts the reels that are not covered. */
  turn(): void {
    if (motionIsReduced()) return
    for (const [i, reel] of this.#scene.reels.entries()) if (!this.covered.includes(i)) reel.spin()
  }

  /** A window of coins and free cells. */
  blank(coins: readonly Coin[]): void {
    const cells = new Set(coins.map(({ position }) => position.join()))
    const coin = symbolOf(this.#definition, 'coin') ?? ''
    this.show(this.window.map((column, reel) => column.map((_, row) => (cells.has(`${reel},${row}`) ? coin : ''))))
  }

  /** Moves the last reel by one place after it had stopped. */
  async nudge(window: Window, by: 1 | -1): Promise<void> {
    this.#sound.anticipation()
    const last = this.#scene.reels.length - 1
    this.#effects.mark(last)
    await this.#playback.wait(300)
    if (!motionIsReduced()) await this.#scene.reels[last]?.slide(window[last] ?? [], by)
    this.#effects.unmark()
    this.show(window)
  }

  /** Lays the next window and lifts its symbols to where they fall from. */
  showUnder(window: Window, drops: readonly Drop[]): void {
    this.#scene.show(window)
    for (const drop of drops) {
      const reel = this.#scene.reels[drop.reel]
      if (reel !== undefined) reel.lift[drop.to] = drop.from - drop.to
    }
    for (const reel of this.#scene.reels) reel.draw()
  }

  /** Stops the reels one after the other on the server's window; in quick play all at once, but for one that is waited for. */
  async land(window: Window, anticipation: readonly boolean[]): Promise<void> {
    if (motionIsReduced()) {
      this.show(window)
      return
    }
    const scatter = symbolOf(this.#definition, 'scatter', 'wild_scatter', 'coin')
    const landed: Position[] = []
    const stops: Promise<void>[] = []
    for (const [i, reel] of this.#scene.reels.entries()) {
      if (this.covered.includes(i)) continue
      const awaited = anticipation[i] === true && !this.#playback.skipping
      if (awaited) {
        await Promise.all(stops)
        this.#effects.mark(i)
        this.#sound.anticipation()
        void this.#effects.breathe(landed)
        await this.#playback.wait(ANTICIPATION_MS)
      } else if (i > 0 && !this.#playback.turbo) {
        await this.#playback.wait(STAGGER_MS)
      }
      const column = window[i] ?? []
      const own = column.flatMap((symbol, row): Position[] => (symbol === scatter ? [[i, row]] : []))
      landed.push(...own)
      const count = own.length > 0 ? landed.length : 0
      stops.push(
        reel.stop(column, this.#playback.turbo).then(() => {
          if (awaited) this.#effects.unmark()
          if (count > 0) {
            this.#sound.scatter(count)
            void this.#effects.land(own)
          } else this.#sound.stop(i)
        }),
      )
    }
    await Promise.all(stops)
    this.window = window
  }
}

/**
 * What stands on the reels before the first spin: every symbol in turn, but none on a reel that never shows it, and nothing
 * that would have won.
 */
function firstWindow(definition: SlotsDefinition): Window {
  const { reels, rows, heights, reel_set: set, symbols } = definition
  const cells = (reel: number): number => (heights === undefined ? rows : Math.min(rows, FIRST_HEIGHTS[reel % FIRST_HEIGHTS.length] ?? 1))
  const scatter = symbolOf(definition, 'scatter', 'wild_scatter')
  const award = fewestScatters(definition)
  let scatters = 0
  const window: string[][] = []
  for (let reel = 0; reel < reels; reel += 1) {
    const own = symbolsOn(set, reel)
    const column: string[] = []
    for (let row = 0; row < cells(reel); row += 1) {
      const start = reel * 3 + row * 2
      const inTurn = symbols.map((_, i) => symbols[(start + i) % symbols.length]!)
      const may = inTurn.filter(
        // What stands in for others would make a pair of the first reel, and what one more of would award something stays away.
        ({ id, role }) => own.has(id) && (reel > 0 || (role !== 'wild' && role !== 'wild_scatter')) && (id !== scatter || scatters + 1 < award),
      )
      const symbol = (may[0] === inTurn[0] ? may[0] : (may.find(({ id }) => !column.includes(id)) ?? may[0]))?.id ?? ''
      if (symbol === scatter) scatters += 1
      column.push(symbol)
    }
    window.push(column)
  }
  return window
}

/** The fewest scatters that pay or award something. */
function fewestScatters({ scatter }: Pick<SlotsDefinition, 'scatter'>): number {
  return Math.min(...Object.keys({ ...scatter?.pays, ...scatter?.freespins }).map(Number))
}

/** The symbols that a reel can show. */
function symbolsOn(set: ReelSet, reel: number): ReadonlySet<string> {
  if (set.kind === 'strips') return new Set(set.strips[reel])
  const weights = set.kind === 'cells' ? set.weights : (set.weights[reel] ?? {})
  return new Set(Object.keys(weights).filter((id) => (weights[id] ?? 0) > 0))
}
