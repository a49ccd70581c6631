import type { GameContext } from '../context'
import { firstStake, keepStake, nextStake } from '../play/stakes'
import type { CrashDefinition, OwnBet } from '../play/types'
import { element, iconButton } from '../shell/dom'
import { figure } from '../shell/frame'
import { readTarget } from './curve'

/** What a panel is about: nothing, a bet for the next round, one on its way to the server, one that is in, one that is being cashed out. */
export type PanelState =
  | { kind: 'free' }
  | { kind: 'queued' }
  | { kind: 'sending' }
  | { kind: 'riding'; bet: OwnBet; amount: string | null }
  | { kind: 'cashing'; bet: OwnBet }
  | { kind: 'cashed'; amount: string }

interface PanelActions {
  /** The big button was pressed. */
  press: () => void
}

/** One of the two bets: its stake, where it is cashed out by itself, and the button that bets and cashes out. */
export class BetPanel {
  readonly view: HTMLElement
  readonly button: HTMLButtonElement
  readonly #context: GameContext
  readonly #number: number
  readonly #stake: ReturnType<typeof figure>
  readonly #controls: readonly (HTMLButtonElement | HTMLInputElement)[]
  readonly #auto: HTMLInputElement
  readonly #target: HTMLInputElement
  readonly #label = element('span', { class: 'press-label' })
  readonly #amount = element('span', { class: 'press-amount' })
  #cents: number
  #said = ''

  constructor(context: GameContext, number: number, { press }: PanelActions) {
    const { t, session } = context
    this.#context = context
    this.#number = number
    this.#cents = firstStake(session, number)
    this.#stake = figure(t('game.stake'), 'stake-value')
    const lower = iconButton('minus', t('game.stake_lower'), () => this.#step(-1))
    const raise = iconButton('plus', t('game.stake_raise'), () => this.#step(1))
    this.#auto = element('input', { attributes: { type: 'checkbox', role: 'switch' }, on: { change: () => this.#showTarget() } })
    const cap = (session.game.definition as CrashDefinition).max_multiplier
    this.#target = element('input', {
      class: 'target',
      attributes: { type: 'text', inputmode: 'decimal', autocomplete: 'off', value: '2.00', 'aria-label': t('game.crash_target', { number }) },
      on: { change: () => this.#keepTarget(cap) },
    })
    this.button = element('button', { class: 'press', attributes: { type: 'button' }, on: { click: press } }, this.#label, this.#amount)
    this.#controls = [lower, raise, this.#auto, this.#target]
    this.view = element(
      'fieldset',
      { class: 'bet-panel' },
      element('legend', { class: 'visually-hidden', text: t('game.crash_bet_number', { number }) }),
      element('div', { class: 'stake' }, lower, this.#stake.node, raise),
      element('div', { class: 'auto' }, element('label', { class: 'auto-label' }, this.#auto, element('span', { text: t('game.crash_auto') })), this.#target),
      this.button,
    )
    this.#showStake()
    this.#showTarget()
    this.show({ kind: 'free' }, false)
  }

  /** The stake in subunits. */
  get stakeCents(): number {
    return this.#cents
  }

  /** Where the bet is cashed out by itself, in hundredths. */
  get target(): number | null {
    const cap = (this.#context.session.game.definition as CrashDefinition).max_multiplier
    return this.#auto.checked ? (readTarget(this.#target.value, cap) ?? null) : null
  }

  /** Shows what the button does now; `taking` says whether the round takes bets. */
  show(state: PanelState, taking: boolean): void {
    const { t, money } = this.#context
    const locked = state.kind !== 'free' && state.kind !== 'cashed'
    for (const control of this.#controls) control.disabled = locked
    if (!locked) this.#showTarget()
    this.view.dataset.state = state.kind
    this.button.disabled = state.kind === 'sending' || state.kind === 'cashing'
    const [label, amount] = this.#words(state, taking, money(this.#cents))
    if (this.#label.textContent !== label) this.#label.textContent = label
    if (this.#amount.textContent !== amount) this.#amount.textContent = amount
    // The amount on the button changes all the time: readers hear what the button does, and not each amount.
    const said = `${t('game.crash_bet_number', { number: this.#number })}: ${label}`
    if (said !== this.#said) this.button.setAttribute('aria-label', state.kind === 'riding' ? said : `${said} ${amount}`.trim())
    this.#said = said
  }

  #words(state: PanelState, taking: boolean, stake: string): [label: string, amount: string] {
    const { t } = this.#context
    switch (state.kind) {
      case 'queued':
        return [t('game.crash_cancel'), t('game.crash_waiting')]
      case 'sending':
        return [t('game.crash_placing'), stake]
      case 'riding':
        return state.amount === null ? [t('game.crash_placed'), stake] : [t('game.crash_cash_out'), state.amount]
      case 'cashing':
        return [t('game.crash_cashing'), '']
      case 'cashed':
        return [t(taking ? 'game.crash_bet' : 'game.crash_bet_next'), t('game.status_won', { amount: state.amount })]
      default:
        return [t(taking ? 'game.crash_bet' : 'game.crash_bet_next'), stake]
    }
  }

  #step(direction: 1 | -1): void {
    const { session, sound } = this.#context
    sound.press()
    this.#cents = nextStake(session.stakes_cents, this.#cents, direction)
    keepStake(session, this.#cents, this.#number)
    this.#showStake()
  }

  #showStake(): void {
    this.#stake.set(this.#context.money(this.#cents))
    if (this.view.dataset.state === 'free') this.#amount.textContent = this.#context.money(this.#cents)
  }

  #showTarget(): void {
    this.#target.disabled = !this.#auto.checked
  }

  #keepTarget(cap: number): void {
    const { t, frame } = this.#context
    const read = readTarget(this.#target.value, cap)
    if (read === undefined) frame.showStatus(t('game.crash_target_wrong', { max: cap / 100 }))
    this.#target.value = ((read ?? 200) / 100).toFixed(2)
  }
}
