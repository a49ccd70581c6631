import type { Translate } from '../play/messages'
import { element } from '../shell/dom'
import { colorOf } from './spots'

/** So many numbers are counted. */
const COUNTED_MAX = 100
/** So many of the most frequent numbers are named. */
const OFTEN_MAX = 5

/** The numbers that came often: each that came more than once, the most frequent first. */
export function often(numbers: readonly number[]): { number: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const found = [...counts].map(([number, count]) => ({ number, count })).filter(({ count }) => count > 1)
  return found.toSorted((a, b) => b.count - a.count).slice(0, OFTEN_MAX)
}

/** What the last numbers were since the table was opened: how many of each colour, and which came often. They tell nothing of the next one. */
export class Statistics {
  readonly view: HTMLElement
  readonly #t: Translate
  readonly #body = element('div')
  #numbers: readonly number[] = []

  constructor(t: Translate) {
    this.#t = t
    this.view = element('section', { class: 'statistics' }, element('h3', { text: t('game.roulette_last') }), this.#body)
    this.#show()
  }

  /** Counts the number that came. */
  add(number: number): void {
    this.#numbers = [number, ...this.#numbers].slice(0, COUNTED_MAX)
    this.#show()
  }

  #show(): void {
    const t = this.#t
    if (this.#numbers.length === 0) {
      this.#body.replaceChildren(element('p', { text: t('game.session_none') }))
      return
    }
    const colors = (['red', 'black', 'green'] as const).map((color) => {
      const count = this.#numbers.filter((number) => colorOf(number) === color).length
      const plate = element('div', {}, element('dt', { text: t(`game.color_${color}`) }), element('dd', { text: String(count) }))
      plate.dataset.color = color
      return plate
    })
    const frequent = often(this.#numbers).map(({ number, count }) => {
      const item = element('li', {}, element('b', { text: String(number) }), element('span', { text: `×${count}` }))
      item.dataset.color = colorOf(number)
      return item
    })
    this.#body.replaceChildren(
      element('p', { text: t('game.roulette_counted', { count: this.#numbers.length }) }),
      element('dl', {}, ...colors),
      ...(frequent.length > 0 ? [element('ul', { attributes: { 'aria-label': t('game.roulette_often') } }, ...frequent)] : []),
    )
  }
}
