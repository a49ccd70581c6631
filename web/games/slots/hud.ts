import type { GameContext } from '../context'
import { affordableStake, nextStake } from '../play/stakes'
import { element, iconButton } from '../shell/dom'
import { figure, showSpinning, soundButton, spinButton } from '../shell/frame'

/** What the bar's controls do. */
export interface HudActions {
  spin: () => void
  turbo: (on: boolean) => void
  rules: () => void
  /** Asks whether a round is to be bought. */
  buy: () => void
}

/** The bar of a slots game: figures, stake and spin. */
export class Hud {
  readonly spinButton: HTMLButtonElement
  readonly #context: GameContext
  readonly #balance: ReturnType<typeof figure>
  readonly #win: ReturnType<typeof figure>
  readonly #stake: HTMLSelectElement
  readonly #stakeButtons: readonly HTMLButtonElement[]
  readonly #buy: HTMLButtonElement | null
  readonly #costX: number
  #busy = false

  /** `costX` is the price of a bought round in stakes; 0 when none is sold. */
  constructor(context: GameContext, actions: HudActions, costX: number) {
    const { t, session, frame, sound } = context
    this.#context = context
    this.#balance = figure(t(session.mode === 'demo' ? 'game.balance_demo' : 'game.balance'), 'balance')
    this.#balance.node.setAttribute('aria-live', 'off')
    this.#win = figure(t('game.win'), 'win')
    this.#stake = element('select', { attributes: { 'aria-label': t('game.stake') } })
    for (const cents of session.stakes_cents) {
      this.#stake.append(element('option', { text: context.money(cents), attributes: { value: String(cents) } }))
    }
    const start = affordableStake(session.stakes_cents, session.default_stake_cents, session.balance_cents)
    this.#stake.value = String(start ?? session.default_stake_cents)
    const step = (direction: 1 | -1) => (): void => {
      sound.press()
      this.#stake.value = String(nextStake(session.stakes_cents, this.stakeCents, direction))
      this.#edges()
    }
    this.#stake.addEventListener('change', () => this.#edges())
    const lower = iconButton('minus', t('game.stake_lower'), step(-1), 'step')
    const raise = iconButton('plus', t('game.stake_raise'), step(1), 'step')
    this.#stakeButtons = [lower, raise]
    this.spinButton = spinButton(t, actions.spin)
    this.#costX = costX
    this.#buy =
      costX > 0
        ? element('button', { class: 'buy-button', attributes: { type: 'button' }, on: { click: actions.buy } })
        : null
    if (this.#buy !== null) frame.stage.append(this.#buy)
    const turbo = iconButton(
      'turbo',
      t('game.turbo'),
      () => {
        const on = turbo.getAttribute('aria-pressed') !== 'true'
        turbo.setAttribute('aria-pressed', String(on))
        sound.press()
        actions.turbo(on)
      },
      'quiet',
    )
    turbo.setAttribute('aria-pressed', 'false')
    frame.bar.append(
      element(
        'div',
        { class: 'bar-side' },
        iconButton('rules', t('game.rules'), actions.rules, 'quiet'),
        soundButton(sound, t),
        turbo,
      ),
      this.#balance.node,
      element(
        'div',
        { class: 'stake' },
        lower,
        element('label', { class: 'figure' }, element('span', { class: 'label', text: t('game.stake') }), this.#stake),
        raise,
      ),
      this.#win.node,
      this.spinButton,
    )
    this.#edges()
  }

  /** The chosen stake in subunits. */
  get stakeCents(): number {
    return Number(this.#stake.value)
  }

  /** What a bought round costs at the chosen stake. */
  get priceCents(): number {
    return this.stakeCents * this.#costX
  }

  /** Shows the stake of a round that is already under way. */
  holdStake(cents: number): void {
    if (![...this.#stake.options].some((option) => Number(option.value) === cents)) {
      this.#stake.append(element('option', { text: this.#context.money(cents), attributes: { value: String(cents) } }))
    }
    this.#stake.value = String(cents)
  }

  /** Shows the balance. */
  balance(cents: number): void {
    this.#balance.set(this.#context.money(cents))
  }

  /** Shows what the round has won so far; nothing for zero. */
  win(cents: number, golden: boolean): void {
    this.#win.node.dataset.golden = String(golden && cents > 0)
    this.#win.set(cents > 0 ? this.#context.money(cents) : '–')
  }

  /** While a round runs the stake is fixed and the button skips. */
  busy(yes: boolean): void {
    const { t } = this.#context
    this.#busy = yes
    this.#stake.disabled = yes
    showSpinning(this.spinButton, t, yes)
    this.#edges()
  }

  #edges(): void {
    const stakes = this.#context.session.stakes_cents
    const [lower, raise] = this.#stakeButtons
    if (this.#buy !== null) {
      const { t, money } = this.#context
      this.#buy.disabled = this.#busy
      const label = element('span', { text: t('game.buy') })
      this.#buy.replaceChildren(label, ' ', element('b', { text: money(this.priceCents) }))
    }
    if (lower !== undefined) lower.disabled = this.#busy || nextStake(stakes, this.stakeCents, -1) === this.stakeCents
    if (raise !== undefined) raise.disabled = this.#busy || nextStake(stakes, this.stakeCents, 1) === this.stakeCents
  }
}
