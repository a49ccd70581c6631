import type { GameContext } from '../context'
import { element } from '../shell/dom'

/** The drawn numbers in their order, as lights in a row. What is drawn is told in words, so the row is for the eye. */
export class Tray {
  readonly view: HTMLElement
  readonly #places: readonly HTMLElement[]
  readonly #count = element('b', { class: 'keno-hits' })
  readonly #context: Pick<GameContext, 't'>

  constructor(context: Pick<GameContext, 't'>, drawn: number) {
    this.#context = context
    this.#places = Array.from({ length: drawn }, () => element('li', {}))
    this.view = element('div', { class: 'keno-tray', attributes: { 'aria-hidden': 'true' } }, element('ol', {}, ...this.#places), this.#count)
    this.clear()
  }

  /** Takes all lights out. */
  clear(): void {
    for (const place of this.#places) {
      place.textContent = ''
      place.className = ''
    }
    this.#count.textContent = ''
  }

  /** Puts the number that is drawn at a place there; `hits` is how many have been hit by then. */
  put(place: number, number: number, isHit: boolean, hits: number): void {
    const light = this.#places[place]
    if (light === undefined) return
    light.textContent = String(number)
    light.className = isHit ? 'is-hit' : 'is-drawn'
    this.#count.textContent = this.#context.t('game.keno_hits', { count: hits })
  }
}
