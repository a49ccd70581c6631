import type { GameContext } from '../context'
import type { DealtCard, RoundOutcome } from '../play/types'
import { element } from '../shell/dom'
import { totalOf } from '../../src/features/fairness/model/baccarat'
import { cardView } from './cards'
import { PLACE_NAMES } from './places'

/** The two hands with their cards and totals. */
export class Hands {
  readonly view: HTMLElement
  readonly #hands: Readonly<Record<DealtCard['to'], { view: HTMLElement; cards: HTMLElement; total: HTMLElement }>>
  #round = ''
  #count = 0

  constructor({ t }: GameContext) {
    const hand = (to: DealtCard['to']) => {
      const cards = element('div', { class: 'cards' })
      const total = element('span', { class: 'hand-total' })
      const name = t(PLACE_NAMES[to])
      const view = element('section', { class: 'hand', attributes: { 'aria-label': name } }, element('h2', {}, element('span', { text: name }), total), cards)
      view.dataset.hand = to
      return { view, cards, total }
    }
    this.#hands = { player: hand('player'), banker: hand('banker') }
    this.view = element('div', { class: 'hands' }, this.#hands.player.view, this.#hands.banker.view)
  }

  /** Shows the cards of a round; answers how many have come since the last look. */
  show(round: string, cards: readonly DealtCard[], outcome: RoundOutcome | null): number {
    if (round !== this.#round || cards.length < this.#count) {
      this.#round = round
      this.#count = 0
      for (const { cards: row } of Object.values(this.#hands)) row.replaceChildren()
    }
    const news = cards.slice(this.#count)
    for (const { to, card } of news) this.#hands[to].cards.append(cardView(card))
    this.#count = cards.length
    for (const to of ['player', 'banker'] as const) {
      const { view, total } = this.#hands[to]
      total.textContent = cards.some((dealt) => dealt.to === to) ? String(totalOf(cards, to)) : ''
      view.classList.toggle('has-won', outcome?.winner === to)
    }
    return news.length
  }
}
