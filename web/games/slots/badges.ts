import { element, icon } from '../shell/dom'
import type { Board } from './board'

/** What is true of the spins being played: how far a feature is, what stands on it, the multiplier and the ways. Said aloud elsewhere. */
export class Badges {
  readonly #freespins = badge('stage-badge')
  readonly #sum = badge('stage-badge stage-sum')
  readonly #multiplier = badge('stage-badge stage-multiplier')
  readonly #ways = badge('stage-badge')
  readonly #symbol = badge('stage-symbol')
  /** The same for a low window, in the bar: over the stage it would lie on the reels. */
  readonly #short = { count: badge('bar-count'), multiplier: badge('bar-multiplier'), symbol: badge('bar-symbol') }
  readonly #stage: HTMLElement
  readonly #board: Board

  /** A board with a ladder shows the multiplier, which needs no badge then. */
  constructor(stage: HTMLElement, bar: HTMLElement, board: Board) {
    this.#stage = stage
    this.#board = board
    const strip = element('div', { class: 'stage-badges', attributes: { 'aria-hidden': 'true' } })
    strip.append(this.#symbol, this.#freespins, this.#sum, this.#multiplier, this.#ways)
    stage.append(strip)
    const { count, multiplier, symbol } = this.#short
    bar.append(element('div', { class: 'bar-badges', attributes: { 'aria-hidden': 'true' } }, symbol, count, multiplier))
  }

  /**
   * Shows a text about the free spins or respins and lights the stage; null ends them. A low window shows `short`, or
   * nothing where the status line says the text all the while.
   */
  feature(text: string | null, short: string | null = null): void {
    this.#stage.classList.toggle('is-feature', text !== null)
    write(this.#freespins, text)
    const { count } = this.#short
    write(count, short)
    if (short !== null) count.prepend(icon('spin'))
  }

  /** Shows what the feature stands at; null hides it. */
  sum(text: string | null): void {
    write(this.#sum, text)
  }

  /** Shows the symbol of these free spins; `picture` draws it. */
  symbol(picture: (() => HTMLElement) | null): void {
    for (const place of [this.#symbol, this.#short.symbol]) {
      place.replaceChildren(...(picture === null ? [] : [picture()]))
      place.hidden = picture === null
    }
  }

  /** Shows in how many ways the window can win; null hides it. */
  ways(text: string | null): void {
    write(this.#ways, text)
  }

  /** Shows the multiplier of the next wins; 1 hides it. */
  multiplier(value: number): void {
    this.#board.reach(value)
    const text = value <= 1 || this.#board.hasLadder ? null : `×${value}`
    write(this.#multiplier, text)
    write(this.#short.multiplier, text)
  }

  /** The feature is over. */
  clear(): void {
    this.feature(null)
    this.sum(null)
    this.symbol(null)
    this.multiplier(1)
  }
}

function badge(name: string): HTMLElement {
  return element('p', { class: name, attributes: { hidden: '' } })
}

function write(node: HTMLElement, text: string | null): void {
  node.hidden = text === null
  node.textContent = text
}
