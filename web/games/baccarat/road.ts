import type { GameContext } from '../context'
import type { RoundOutcome } from '../play/types'
import { element } from '../shell/dom'
import { outcomeText } from './words'

/** Rounds that the road shows, in columns of six. */
const SHOWN = 60

const BEADS = { player: 'game.felt_bead_player', banker: 'game.felt_bead_banker', tie: 'game.felt_bead_tie' } as const

/** A round of the road. */
export interface PastRound {
  id: string
  outcome: RoundOutcome
}

/** The bead plate: who has won the last rounds, column by column. */
export class Road {
  readonly view: HTMLElement
  readonly #context: GameContext
  readonly #beads = element('ol', { class: 'beads' })
  #rounds: readonly PastRound[] = []

  constructor(context: GameContext, open: () => void) {
    this.#context = context
    const { t } = context
    const more = element('button', { class: 'road-more', text: t('game.felt_history'), attributes: { type: 'button' }, on: { click: open } })
    this.view = element('section', { class: 'road', attributes: { 'aria-label': t('game.felt_road') } }, this.#beads, more)
  }

  /** The rounds that are known, oldest first. */
  get rounds(): readonly PastRound[] {
    return this.#rounds
  }

  /** Takes rounds over; those that are known already change nothing. */
  keep(rounds: readonly PastRound[]): void {
    const known = new Set(this.#rounds.map(({ id }) => id))
    const news = rounds.filter(({ id }) => !known.has(id))
    if (news.length === 0) return
    this.#rounds = [...this.#rounds, ...news].toSorted((one, other) => Number(one.id) - Number(other.id)).slice(-SHOWN)
    this.#beads.replaceChildren(...this.#rounds.map((round) => this.#bead(round)))
    this.#beads.scrollLeft = this.#beads.scrollWidth
  }

  #bead({ outcome }: PastRound): HTMLElement {
    const { t } = this.#context
    const bead = element(
      'li',
      { attributes: { title: outcomeText(t, outcome) } },
      element('span', { text: t(BEADS[outcome.winner]), attributes: { 'aria-hidden': 'true' } }),
      element('span', { class: 'visually-hidden', text: outcomeText(t, outcome) }),
    )
    bead.dataset.winner = outcome.winner
    bead.dataset.playerPair = String(outcome.player_pair)
    bead.dataset.bankerPair = String(outcome.banker_pair)
    return bead
  }
}
