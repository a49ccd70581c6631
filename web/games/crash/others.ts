import type { GameContext } from '../context'
import { moneyFormat } from '../play/money'
import type { TableBets } from '../play/types'
import { element } from '../shell/dom'
import { timesFormat } from './curve'

/** Coins are worth more than cents, and only the code of somebody else's currency is told. */
const FIAT = /^[A-Z]{3}$/

/** Who plays the round: how many, and the highest bets. */
export class Others {
  readonly view: HTMLElement
  readonly #context: GameContext
  readonly #times: (hundredths: number) => string
  readonly #count = element('h2', {})
  readonly #list = element('ol', {})

  constructor(context: GameContext) {
    this.#context = context
    this.#times = timesFormat(context.session.locale)
    this.view = element('section', { class: 'others', attributes: { 'aria-label': context.t('game.crash_others') } }, this.#count, this.#list)
    this.show(null)
  }

  /** Shows the bets of a round. */
  show(bets: TableBets | null): void {
    const { t } = this.#context
    this.#count.textContent = t('game.crash_players', { count: bets?.count ?? 0, cashed: bets?.cashed ?? 0 })
    const rows = (bets?.highest ?? []).map((bet) => {
      const out = bet.multiplier === null ? '' : this.#times(bet.multiplier)
      const row = element(
        'li',
        {},
        element('span', { class: 'name', text: bet.name }),
        element('span', { class: 'amount', text: this.#amount(bet.multiplier === null ? bet.stake_cents : bet.win_cents, bet.currency) }),
        element('span', { class: 'out', text: out }),
      )
      row.dataset.cashed = String(bet.multiplier !== null)
      return row
    })
    this.#list.replaceChildren(...rows)
  }

  #amount(cents: number, code: string): string {
    const { session, money } = this.#context
    if (code === session.currency.code) return money(cents)
    return FIAT.test(code) ? moneyFormat({ code, subunits_to_unit: 100, fiat: true }, session.locale)(cents) : code
  }
}
