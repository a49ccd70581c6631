import type { GameContext } from '../context'
import type { KenoDefinition } from '../play/kenoTypes'
import { element } from '../shell/dom'
import { numbersOf, type Picks } from './picks'

/** Numbers of a row. */
export const COLUMNS = 8

/** How the arrow keys move over the board. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }

/** The number that a key leads to from another; the same one at an edge. */
export function neighbour(number: number, key: string, numbers: number): number {
  const isRowEnd = (key === 'ArrowLeft' && number % COLUMNS === 1) || (key === 'ArrowRight' && number % COLUMNS === 0)
  const next = number + (STEPS[key] ?? 0)
  return isRowEnd || next < 1 || next > numbers ? number : next
}

/** The board: each number is a switch, and one of them is in the way of the tabulator. */
export class Board {
  readonly view: HTMLElement
  readonly #context: Pick<GameContext, 't'>
  readonly #buttons = new Map<number, HTMLButtonElement>()
  readonly #picks: Picks

  /** `press` hears which number was pressed. */
  constructor(context: Pick<GameContext, 't'>, definition: KenoDefinition, picks: Picks, press: (number: number) => void) {
    this.#context = context
    this.#picks = picks
    const numbers = numbersOf(definition)
    for (const number of numbers) {
      const button = element('button', {
        class: 'keno-number',
        text: String(number),
        attributes: { type: 'button', tabindex: number === 1 ? '0' : '-1' },
        on: { click: () => press(number), focus: () => this.#enter(number) },
      })
      button.addEventListener('keydown', (event) => this.#arrow(number, event, numbers.length))
      this.#buttons.set(number, button)
    }
    this.view = element('div', { class: 'keno-board', attributes: { role: 'group', 'aria-label': context.t('game.keno_board') } }, ...this.#buttons.values())
    this.show()
  }

  /** Whether numbers can be picked. */
  enable(yes: boolean): void {
    this.view.classList.toggle('is-closed', !yes)
    for (const button of this.#buttons.values()) button.setAttribute('aria-disabled', String(!yes))
  }

  /** Shows what is picked, and nothing of a draw. */
  show(): void {
    const { t } = this.#context
    for (const [number, button] of this.#buttons) {
      const isPicked = this.#picks.has(number)
      button.classList.remove('is-drawn', 'is-hit')
      button.classList.toggle('is-picked', isPicked)
      button.setAttribute('aria-pressed', String(isPicked))
      button.setAttribute('aria-label', t('game.keno_number', { number }))
    }
  }

  /** Marks a number that is drawn. */
  draw(number: number): void {
    const { t } = this.#context
    const button = this.#buttons.get(number)
    const isHit = this.#picks.has(number)
    button?.classList.add(isHit ? 'is-hit' : 'is-drawn')
    button?.setAttribute('aria-label', t(isHit ? 'game.keno_number_hit' : 'game.keno_number_drawn', { number }))
  }

  #enter(entered: number): void {
    for (const [number, button] of this.#buttons) button.setAttribute('tabindex', number === entered ? '0' : '-1')
  }

  #arrow(number: number, event: KeyboardEvent, numbers: number): void {
    if (STEPS[event.key] === undefined) return
    event.preventDefault()
    this.#buttons.get(neighbour(number, event.key, numbers))?.focus()
  }
}
