import type { GameContext } from '../context'
import { chipTone, shortAmount } from '../roulette/chips'
import type { BaccaratDefinition, SpotName, TableBets } from '../play/types'
import { element } from '../shell/dom'
import { oddsText, PLACE_NAMES, PLACES } from './places'
import type { Layout } from './slip'

interface Shown {
  /** The player's bets. */
  placed: Layout
  /** The chips that are not bets yet. */
  lying: Layout
  taking: boolean
}

/** The felt: its places, with the player's chips and how many others have bet there. */
export class Felt {
  readonly view: HTMLElement
  readonly #context: GameContext
  readonly #spots: ReadonlyMap<SpotName, { button: HTMLButtonElement; chip: HTMLElement; others: HTMLElement; odds: string }>

  constructor(context: GameContext, lay: (spot: SpotName) => void) {
    const { t, session } = context
    this.#context = context
    const rules = session.game.definition as BaccaratDefinition
    this.#spots = new Map(
      PLACES.map((spot) => {
        const odds = oddsText(spot, rules, session.locale)
        const chip = element('span', { class: 'chip', attributes: { 'aria-hidden': 'true', hidden: '' } })
        const others = element('span', { class: 'spot-others' })
        const button = element(
          'button',
          { class: 'spot', attributes: { type: 'button' }, on: { click: () => lay(spot) } },
          element('span', { class: 'spot-name', text: t(PLACE_NAMES[spot]) }),
          element('span', { class: 'spot-odds', text: odds }),
          others,
          chip,
        )
        button.dataset.spot = spot
        return [spot, { button, chip, others, odds }]
      }),
    )
    this.view = element(
      'div',
      { class: 'felt', attributes: { role: 'group', 'aria-label': t('game.felt_places') } },
      ...[...this.#spots.values()].map(({ button }) => button),
    )
    this.show({ placed: {}, lying: {}, taking: false })
    this.others(null)
  }

  /** Shows the player's chips. */
  show({ placed, lying, taking }: Shown): void {
    const { t, money, session } = this.#context
    this.view.dataset.taking = String(taking)
    for (const [spot, { button, chip, odds }] of this.#spots) {
      const cents = (placed[spot] ?? 0) + (lying[spot] ?? 0)
      chip.hidden = cents === 0
      chip.textContent = cents === 0 ? '' : shortAmount(cents, session.currency, session.locale)
      chip.dataset.tone = String(chipTone(session.stakes_cents, cents))
      chip.dataset.lying = String((lying[spot] ?? 0) > 0)
      const name = t(PLACE_NAMES[spot])
      const key = cents === 0 ? 'game.felt_spot' : (lying[spot] ?? 0) > 0 ? 'game.felt_spot_lying' : 'game.felt_spot_placed'
      button.setAttribute('aria-label', t(key, { place: name, odds, amount: money(cents) }))
    }
  }

  /** Shows what all players have there, in the player's own currency as an amount. */
  others(bets: TableBets | null): void {
    const { t, session, money } = this.#context
    for (const [spot, { others }] of this.#spots) {
      const there = (bets?.spots ?? []).filter((total) => total.spot === spot)
      const count = there.reduce((sum, { bets: lie }) => sum + lie, 0)
      const own = there.find(({ currency }) => currency === session.currency.code)
      const amount = own === undefined ? '' : ` · ${money(own.amount_cents)}`
      others.textContent = count === 0 ? '' : `${t('game.felt_bets', { count })}${amount}`
    }
  }

  /** Marks the places that have won; none while nothing is decided. */
  mark(won: readonly SpotName[]): void {
    for (const [spot, { button }] of this.#spots) button.classList.toggle('has-won', won.includes(spot))
  }
}
