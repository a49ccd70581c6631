import type { GameContext } from '../context'
import type { KenoDefinition } from '../play/kenoTypes'
import { element } from '../shell/dom'

/** What so many hits pay, in stakes. */
export interface Pay {
  hits: number
  times: number
}

/** What so many picks pay, by hits, fewest first. */
export function paysOf({ pays, bet_units: units }: KenoDefinition, picks: number): Pay[] {
  return Object.entries(pays[picks] ?? {})
    .map(([hits, pay]) => ({ hits: Number(hits), times: pay / units }))
    .toSorted((a, b) => a.hits - b.hits)
}

/** What so many picks return of their stake on average: the pays by the chance of their hits, of all sets that can be drawn. */
export function returnOf(definition: KenoDefinition, picks: number): number {
  const { numbers, drawn } = definition
  return paysOf(definition, picks).reduce(
    (sum, { hits, times }) => sum + (times * choose(drawn, hits) * choose(numbers - drawn, picks - hits)) / choose(numbers, picks),
    0,
  )
}

/** In how many ways `some` of `all` can be chosen. */
function choose(all: number, some: number): number {
  let ways = 1
  for (let taken = 0; taken < some; taken += 1) ways = (ways * (all - taken)) / (taken + 1)
  return ways
}

/** A multiple of the stake as the language writes it. */
export function timesText(times: number, locale: string): string {
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(times)}×`
}

/** The strip of pays for the count that is picked; what a draw has come to is marked. */
export class PayStrip {
  readonly view: HTMLElement
  readonly #context: Pick<GameContext, 't' | 'session'>
  readonly #definition: KenoDefinition
  readonly #list = element('ol', { class: 'keno-pays-list' })

  constructor(context: Pick<GameContext, 't' | 'session'>, definition: KenoDefinition) {
    this.#context = context
    this.#definition = definition
    const { t } = context
    const heading = element('h2', { text: t('game.keno_pays') })
    this.view = element('section', { class: 'keno-pays' }, heading, this.#list)
  }

  /** Shows what so many picks pay. */
  show(picks: number): void {
    const { t, session } = this.#context
    const pays = paysOf(this.#definition, picks)
    this.view.hidden = pays.length === 0
    this.#list.replaceChildren(
      ...pays.map(({ hits, times }) => {
        const item = element(
          'li',
          {},
          element('span', { class: 'visually-hidden', text: `${t('game.keno_hits', { count: hits })}: ` }),
          element('span', { class: 'keno-pay-hits', text: String(hits), attributes: { 'aria-hidden': 'true' } }),
          element('b', { text: timesText(times, session.locale) }),
        )
        item.dataset.hits = String(hits)
        return item
      }),
    )
  }

  /** Marks what so many hits have come to; nothing for null. */
  reach(hits: number | null): void {
    for (const item of this.#list.querySelectorAll('li')) item.classList.toggle('is-reached', item.dataset.hits === String(hits))
  }
}
