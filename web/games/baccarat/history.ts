import { verifyBaccarat } from '../../src/features/fairness/model/baccarat'
import type { GameContext } from '../context'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'
import { cardText } from './cards'
import { PLACE_NAMES } from './places'
import type { PastRound } from './road'
import { outcomeText } from './words'

/** The last rounds as a dialog, each of which can be checked here: its cards are dealt again from its seeds. */
export class History {
  readonly view: HTMLDialogElement
  readonly #context: GameContext
  readonly #list = element('ol', { class: 'felt-history' })

  constructor(context: GameContext) {
    const { t } = context
    this.#context = context
    this.view = panel(t('game.felt_history'), t, element('p', { text: t('game.felt_history_lead') }), this.#list)
  }

  /** Opens it with these rounds, the newest one first. */
  open(rounds: readonly PastRound[]): void {
    this.#list.replaceChildren(...rounds.toReversed().map((round) => this.#row(round)))
    this.view.showModal()
  }

  #row({ id, outcome }: PastRound): HTMLElement {
    const { t } = this.#context
    const found = element('p', { class: 'felt-found', attributes: { role: 'status' } })
    const check = element('button', {
      class: 'plain',
      text: t('game.felt_check'),
      attributes: { type: 'button', 'aria-label': t('game.felt_check_round', { round: id }) },
    })
    check.addEventListener('click', () => {
      check.disabled = true
      void this.#check(id)
        .catch(() => t('game.felt_check_failed'))
        .then((text) => {
          found.textContent = text
          check.disabled = false
        })
    })
    return element('li', {}, element('p', {}, element('strong', { text: `${id} ` }), outcomeText(t, outcome)), check, found)
  }

  async #check(id: string): Promise<string> {
    const { api, t } = this.#context
    const proof = await api.tableProof(id)
    if (proof.server_seed === null) return t('game.felt_check_failed')
    const found = await verifyBaccarat({ ...proof, server_seed: proof.server_seed })
    const hands = (['player', 'banker'] as const).map(
      (hand) =>
        `${t(PLACE_NAMES[hand])}: ${proof.cards
          .filter(({ to }) => to === hand)
          .map(({ card }) => cardText(card))
          .join(' ')}`,
    )
    const verdict = t(Object.values(found).every(Boolean) ? 'game.felt_checked_fair' : 'game.felt_checked_wrong')
    return `${hands.join(' · ')}. ${verdict}`
  }
}
