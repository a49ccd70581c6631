import { element } from '../shell/dom'
import type { Board } from './board'

/** What is true of the spins being played: free spins left, the multiplier and the ways of the window. Said aloud elsewhere. */
export class Badges {
  readonly #freespins = element('p', { class: 'stage-badge', attributes: { hidden: '' } })
  readonly #multiplier = element('p', { class: 'stage-badge stage-multiplier', attributes: { hidden: '' } })
  readonly #ways = element('p', { class: 'stage-badge', attributes: { hidden: '' } })
  readonly #host: HTMLElement
  readonly #board: Board

  /** A board with a ladder shows the multiplier, which needs no badge then. */
  constructor(host: HTMLElement, board: Board) {
    this.#host = host
    this.#board = board
    const strip = element('div', { class: 'stage-badges', attributes: { 'aria-hidden': 'true' } })
    strip.append(this.#freespins, this.#multiplier, this.#ways)
    host.append(strip)
  }

  /** Shows a text about the free spins or respins and lights the stage; null ends them. */
  freespins(text: string | null): void {
    this.#freespins.hidden = text === null
    this.#freespins.textContent = text
    this.#host.classList.toggle('is-feature', text !== null)
  }

  /** Shows in how many ways the window can win; null hides it. */
  ways(text: string | null): void {
    this.#ways.hidden = text === null
    this.#ways.textContent = text
  }

  /** Shows the multiplier of the next wins; 1 hides it. */
  multiplier(value: number): void {
    this.#board.reach(value)
    this.#multiplier.hidden = value <= 1 || this.#board.hasLadder
    this.#multiplier.textContent = `×${value}`
  }
}
