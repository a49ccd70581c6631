import type { GameContext } from '../context'
import { firstStake, keepStake } from '../play/stakes'
import { element, iconButton } from '../shell/dom'
import { balanceFigure, figure, showSpinning, soundButton, spinButton } from '../shell/frame'
import { sessionButton } from '../shell/sessionPanel'
import { chipTone, shortAmount } from './chips'

/** What the bar's controls do. */
export interface TableActions {
  spin: () => void
  undo: () => void
  clear: () => void
  rebet: () => void
  double: () => void
  more: () => void
  rules: () => void
}

/** The bar of the roulette table: figures, chips and spin. */
export class TableHud {
  readonly spinButton: HTMLButtonElement
  readonly #context: GameContext
  readonly #balance: ReturnType<typeof figure>
  readonly #total: ReturnType<typeof figure>
  readonly #win: ReturnType<typeof figure>
  readonly #undo: HTMLButtonElement
  readonly #clear: HTMLButtonElement
  readonly #rebet: HTMLButtonElement
  readonly #double: HTMLButtonElement
  readonly #chips: HTMLElement
  #chip: number

  constructor(context: GameContext, actions: TableActions) {
    const { t, session, frame, sound } = context
    this.#context = context
    this.#chip = firstStake(session)
    this.#balance = balanceFigure(t, session)
    this.#total = figure(t('game.roulette_total'), 'total')
    this.#win = figure(t('game.win'), 'win')
    this.#undo = iconButton('undo', t('game.roulette_undo'), actions.undo, 'quiet')
    this.#clear = iconButton('clear', t('game.roulette_clear'), actions.clear, 'quiet')
    this.#rebet = iconButton('rebet', t('game.roulette_rebet'), actions.rebet, 'quiet')
    this.#double = iconButton('double', t('game.roulette_double'), actions.double, 'quiet')
    this.#chips = this.#chipPicker()
    this.spinButton = spinButton(t, actions.spin)
    frame.bar.classList.add('bar-table')
    frame.bar.append(
      element('div', { class: 'bar-side' }, iconButton('rules', t('game.rules'), actions.rules, 'quiet'), soundButton(sound, t), sessionButton(context)),
      this.#balance.node,
      this.#chips,
      element(
        'div',
        { class: 'bar-tools' },
        this.#undo,
        this.#clear,
        this.#rebet,
        this.#double,
        iconButton('more', t('game.roulette_more'), actions.more, 'quiet'),
      ),
      this.#total.node,
      this.#win.node,
      this.spinButton,
    )
  }

  /** The chosen chip in subunits. */
  get chipCents(): number {
    return this.#chip
  }

  /** Shows the balance that is left. */
  balance(cents: number): void {
    this.#balance.set(this.#context.money(cents))
  }

  /** Shows the last win; golden only above the stake. */
  win(cents: number, golden: boolean): void {
    this.#win.node.dataset.golden = String(golden && cents > 0)
    this.#win.set(cents > 0 ? this.#context.money(cents) : '–')
  }

  /** Shows what lies on the table and which controls make sense. */
  table(state: { total: number; canRebet: boolean; spinning: boolean }): void {
    const { t, money } = this.#context
    this.#total.set(money(state.total))
    // A replay keeps the bets of its round.
    const isClosed = state.spinning || this.#context.replay !== undefined
    this.#undo.disabled = isClosed || state.total === 0
    this.#clear.disabled = isClosed || state.total === 0
    this.#double.disabled = isClosed || state.total === 0
    this.#rebet.disabled = isClosed || !state.canRebet
    showSpinning(this.spinButton, t, state.spinning)
  }

  #chipPicker(): HTMLElement {
    const { t, session, money, sound } = this.#context
    const inputs = session.stakes_cents.map((cents) => {
      const input = element('input', {
        attributes: {
          type: 'radio',
          name: 'chip',
          value: String(cents),
          'aria-label': t('game.roulette_chip', { amount: money(cents) }),
        },
        on: {
          change: () => {
            this.#chip = cents
            keepStake(session, cents)
            sound.press()
          },
        },
      })
      input.checked = cents === this.#chip
      const face = element('span', {
        class: 'chip',
        text: shortAmount(cents, session.currency, session.locale),
        attributes: { 'aria-hidden': 'true' },
      })
      face.dataset.tone = String(chipTone(session.stakes_cents, cents))
      return element('label', { class: 'chip-choice' }, input, face)
    })
    return element('fieldset', { class: 'chips' }, element('legend', { class: 'visually-hidden', text: t('game.roulette_chips') }), ...inputs)
  }
}
