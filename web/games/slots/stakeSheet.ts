import type { GameContext } from '../context'
import { type Choice, choiceGroup } from '../shell/choices'
import { element } from '../shell/dom'
import { sheet } from '../shell/sheet'

/** The sheet with every stake on offer. */
export class StakeSheet {
  readonly #context: GameContext
  readonly #group: ReturnType<typeof choiceGroup>
  readonly #dialog: HTMLDialogElement
  readonly #choose: (cents: number) => void
  #chosenCents = 0

  /** `choose` hears the stake that the player takes. */
  constructor(context: GameContext, choose: (cents: number) => void) {
    const { t, money, session, frame } = context
    this.#context = context
    this.#choose = choose
    const choices: Choice[] = session.stakes_cents.map((cents) => ({ value: cents, text: money(cents) }))
    this.#group = choiceGroup({ name: 'stake', legend: t('game.stake'), isTitled: true, choices, change: (cents) => this.#press(cents) })
    const highest = element('button', {
      class: 'plain',
      text: t('game.stake_max'),
      attributes: { type: 'button' },
      on: { click: () => void this.#askForHighest(Math.max(...session.stakes_cents)) },
    })
    const done = element('button', { class: 'primary', text: t('game.done'), attributes: { type: 'button' }, on: { click: () => this.#dialog.close() } })
    this.#dialog = sheet(t('game.stake'), t, this.#group.node, element('div', { class: 'row' }, highest, done))
    frame.root.append(this.#dialog)
  }

  /** Opens it at the stake that is chosen now. */
  open(chosenCents: number): void {
    this.#chosenCents = chosenCents
    this.#group.choose(chosenCents)
    this.#dialog.showModal()
    this.#dialog.querySelector<HTMLInputElement>('input:checked')?.focus()
  }

  #press(cents: number): void {
    if (cents < Math.max(...this.#context.session.stakes_cents)) return this.#take(cents)
    this.#group.choose(this.#chosenCents)
    void this.#askForHighest(cents)
  }

  #take(cents: number): void {
    this.#chosenCents = cents
    this.#group.choose(cents)
    this.#context.sound.press()
    this.#choose(cents)
  }

  /** The highest stake is one press away from any other, so a higher one is asked for first. */
  async #askForHighest(highest: number): Promise<void> {
    const { frame, t, money } = this.#context
    const take = (): void => {
      this.#take(highest)
      this.#dialog.close()
    }
    if (highest === this.#chosenCents) return take()
    const amount = money(highest)
    await frame.notice(t('game.stake_max_question', { amount }), { label: t('game.stake_max_confirm', { amount }), run: take })
  }
}
