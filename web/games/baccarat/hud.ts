import type { GameContext } from '../context'
import { firstStake, keepStake } from '../play/stakes'
import { chipTone, shortAmount } from '../roulette/chips'
import { element, iconButton } from '../shell/dom'
import { balanceFigure, figure, soundButton } from '../shell/frame'
import { sessionButton } from '../shell/sessionPanel'

/** What the bar's controls do. */
export interface FeltActions {
  place: () => void
  undo: () => void
  clear: () => void
  repeat: () => void
  double: () => void
  rules: () => void
}

/** What the bar shows. */
export interface FeltState {
  lying: number
  placed: number
  taking: boolean
  sending: boolean
  canRepeat: boolean
}

/** The bar of the table: figures, chips and the press that makes bets of chips. */
export class FeltHud {
  readonly press: HTMLButtonElement
  readonly #context: GameContext
  readonly #balance: ReturnType<typeof figure>
  readonly #total: ReturnType<typeof figure>
  readonly #undo: HTMLButtonElement
  readonly #clear: HTMLButtonElement
  readonly #repeat: HTMLButtonElement
  readonly #double: HTMLButtonElement
  #chip: number

  constructor(context: GameContext, actions: FeltActions) {
    const { t, session, frame, sound } = context
    this.#context = context
    this.#chip = firstStake(session)
    this.#balance = balanceFigure(t, session)
    this.#total = figure(t('game.felt_total'), 'total')
    this.#undo = iconButton('undo', t('game.roulette_undo'), actions.undo, 'quiet')
    this.#clear = iconButton('clear', t('game.roulette_clear'), actions.clear, 'quiet')
    this.#repeat = iconButton('rebet', t('game.roulette_rebet'), actions.repeat, 'quiet')
    this.#double = iconButton('double', t('game.roulette_double'), actions.double, 'quiet')
    this.press = element('button', { class: 'press felt-press', attributes: { type: 'button' }, on: { click: actions.place } })
    frame.bar.append(
      element('div', { class: 'bar-side' }, iconButton('rules', t('game.rules'), actions.rules, 'quiet'), soundButton(sound, t), sessionButton(context)),
      this.#balance.node,
      this.#chips(),
      element('div', { class: 'bar-tools' }, this.#undo, this.#clear, this.#repeat, this.#double),
      this.#total.node,
      this.press,
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

  /** Shows what lies on the felt and which controls make sense. */
  show({ lying, placed, taking, sending, canRepeat }: FeltState): void {
    const { t, money } = this.#context
    this.#total.set(money(lying + placed))
    this.#undo.disabled = sending || lying === 0
    this.#clear.disabled = sending || lying === 0
    this.#double.disabled = sending || lying + placed === 0
    this.#repeat.disabled = sending || !canRepeat
    this.press.disabled = sending || !taking || lying === 0
    const isIn = lying === 0 && placed > 0
    this.press.textContent = t(sending ? 'game.felt_placing' : isIn ? 'game.felt_placed' : 'game.felt_place')
    this.press.dataset.in = String(isIn)
  }

  #chips(): HTMLElement {
    const { t, session, money, sound } = this.#context
    const choices = session.stakes_cents.map((cents) => {
      const input = element('input', {
        attributes: { type: 'radio', name: 'chip', value: String(cents), 'aria-label': t('game.roulette_chip', { amount: money(cents) }) },
        on: {
          change: () => {
            this.#chip = cents
            keepStake(session, cents)
            sound.press()
          },
        },
      })
      input.checked = cents === this.#chip
      const face = element('span', { class: 'chip', text: shortAmount(cents, session.currency, session.locale), attributes: { 'aria-hidden': 'true' } })
      face.dataset.tone = String(chipTone(session.stakes_cents, cents))
      return element('label', { class: 'chip-choice' }, input, face)
    })
    return element('fieldset', { class: 'chips' }, element('legend', { class: 'visually-hidden', text: t('game.roulette_chips') }), ...choices)
  }
}
