import type { Position } from '../play/types'
import { Playback, motionIsReduced } from '../shell/motion'
import type { SymbolClass } from './symbolMotion'
import type { Window } from './timeline'

/** A symbol moves after so long a rest, and the next one after as long again. */
const PAUSE_MS = { least: 5_000, most: 9_000 } as const

/** Lets one or two symbols of the window move now and then while the game waits for its player. */
export class Idle {
  readonly #window: () => Window
  readonly #classes: ReadonlyMap<string, SymbolClass>
  readonly #move: (cells: readonly Position[], playback: Playback) => void
  readonly #random: () => number
  readonly #playback = new Playback()
  #next: ReturnType<typeof setTimeout> | undefined

  /** `random` answers from 0 to less than 1. */
  constructor(
    window: () => Window,
    classes: ReadonlyMap<string, SymbolClass>,
    move: (cells: readonly Position[], playback: Playback) => void,
    random: () => number = Math.random,
  ) {
    this.#window = window
    this.#classes = classes
    this.#move = move
    this.#random = random
  }

  /** Begins to wait for the first movement. */
  start(): void {
    this.stop()
    this.#playback.rewind()
    this.#wait()
  }

  /** Ends that until the game rests again; what moves stands still at once. */
  stop(): void {
    clearTimeout(this.#next)
    this.#playback.skip()
  }

  #wait(): void {
    const pause = PAUSE_MS.least + (PAUSE_MS.most - PAUSE_MS.least) * this.#random()
    this.#next = setTimeout(() => {
      // What nobody sees, or does not want to see, does not move.
      if (document.visibilityState === 'visible' && !motionIsReduced()) this.#move(this.#choose(), this.#playback)
      this.#wait()
    }, pause)
  }

  /** One symbol, or two of the same kind. */
  #choose(): Position[] {
    const able = this.#window()
      .flatMap((column, reel) => column.map((symbol, row) => ({ symbol, at: [reel, row] as const })))
      .filter(({ symbol }) => (this.#classes.get(symbol) ?? 'low') !== 'low')
    const first = able[Math.floor(this.#random() * able.length)]
    if (first === undefined) return []
    const like = able.find(({ symbol, at }) => symbol === first.symbol && at !== first.at)
    return like === undefined ? [first.at] : [first.at, like.at]
  }
}
