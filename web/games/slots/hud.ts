import type { GameContext } from '../context'
import { firstStake, keepStake, nextStake } from '../play/stakes'
import { keepTurbo, wasTurbo } from '../play/speed'
import { element, iconButton } from '../shell/dom'
import { balanceFigure, figure, showSpinning, soundButton, spinButton } from '../shell/frame'
import { fitText } from '../shell/fit'
import { sessionButton } from '../shell/sessionPanel'
import { StakeSheet } from './stakeSheet'

/** What the bar's controls do. */
export interface HudActions {
  spin: () => void
  turbo: (on: boolean) => void
  /** Hears the stake that is shown. */
  stake: (cents: number) => void
  rules: () => void
  /** Asks whether a round is to be bought. */
  buy: () => void
  /** Starts an autoplay, or ends the one that runs. */
  autoplay: () => void
}

/** The bar of a slots game: figures, stake and spin. */
export class Hud {
  readonly spinButton: HTMLButtonElement
  readonly #context: GameContext
  readonly #balance: ReturnType<typeof figure>
  readonly #win: ReturnType<typeof figure>
  readonly #stake: HTMLButtonElement
  readonly #stakeValue = element('span', { class: 'value' })
  readonly #stakeButtons: readonly [HTMLButtonElement, HTMLButtonElement]
  readonly #buy: HTMLButtonElement | null
  readonly #autoplay: HTMLButtonElement | null
  readonly #costX: number
  readonly #onStake: (cents: number) => void
  #stakeCents: number
  #busy = false
  #isFeature = false
  #autoplayLeft: number | null = null
  /** The stake that the player has chosen, while free spins are played at another one. */
  #chosenCents: number | undefined

  /** `costX` is the price of a bought round in stakes; 0 when none is sold. */
  constructor(context: GameContext, actions: HudActions, costX: number) {
    const { t, session, frame, sound } = context
    this.#context = context
    this.#onStake = actions.stake
    this.#costX = costX
    this.#stakeCents = firstStake(session)
    this.#balance = balanceFigure(t, session)
    this.#win = figure(t('game.win'), 'win')
    const stakes = new StakeSheet(context, (cents) => this.#choose(cents))
    this.#stake = element(
      'button',
      { class: 'figure', attributes: { type: 'button', 'aria-haspopup': 'dialog' }, on: { click: () => stakes.open(this.#stakeCents) } },
      element('span', { class: 'label', text: t('game.stake') }),
      this.#stakeValue,
    )
    this.#stakeButtons = [this.#stepButton('minus', -1), this.#stepButton('plus', 1)]
    this.spinButton = spinButton(t, actions.spin)
    this.#buy = costX > 0 ? element('button', { class: 'buy-button', attributes: { type: 'button' }, on: { click: actions.buy } }) : null
    this.#autoplay = session.controls.autoplay ? iconButton('autoplay', t('game.autoplay'), actions.autoplay, 'quiet autoplay') : null
    const turbo = session.controls.quick_spin ? this.#turboButton(actions.turbo) : null
    if (this.#buy !== null) {
      frame.bar.classList.add('sells')
      frame.bar.append(this.#buy)
    }
    const [lower, raise] = this.#stakeButtons
    const side = [iconButton('rules', t('game.rules'), actions.rules, 'quiet'), soundButton(sound, t), turbo, this.#autoplay, sessionButton(context)]
    frame.bar.append(
      element('div', { class: 'bar-side' }, ...side.filter((button) => button !== null)),
      this.#balance.node,
      element('div', { class: 'stake' }, lower, this.#stake, raise),
      this.#win.node,
      this.spinButton,
    )
    this.#edges()
  }

  /** The chosen stake in subunits. */
  get stakeCents(): number {
    return this.#stakeCents
  }

  /** What a bought round costs at the chosen stake. */
  get priceCents(): number {
    return this.#stakeCents * this.#costX
  }

  /** Shows the stake of a round that is already under way. */
  holdStake(cents: number): void {
    this.#stakeCents = cents
    this.#edges()
  }

  /** While free spins pay, their stake is shown and cannot be changed; undefined gives the choice back. */
  freeStake(cents: number | undefined): void {
    if (cents === undefined) {
      this.#stakeCents = this.#chosenCents ?? this.#stakeCents
      this.#chosenCents = undefined
    } else {
      this.#chosenCents ??= this.#stakeCents
      this.#stakeCents = cents
    }
    this.#edges()
  }

  /** Shows how many rounds an autoplay still has; null ends that. */
  autoplay(left: number | null): void {
    this.#autoplayLeft = left
    const button = this.#autoplay
    if (button !== null) {
      const { t } = this.#context
      const label = left === null ? t('game.autoplay') : t('game.autoplay_stop', { count: left })
      button.setAttribute('aria-label', label)
      button.title = label
      button.setAttribute('aria-pressed', String(left !== null))
      button.dataset.left = left === null ? '' : String(left)
    }
    this.#edges()
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

  /** While a feature runs nothing is sold. */
  feature(yes: boolean): void {
    this.#isFeature = yes
    this.#edges()
  }

  /** While a round runs the stake is fixed and the button skips. */
  busy(yes: boolean): void {
    const { t } = this.#context
    this.#busy = yes
    this.#edges()
    showSpinning(this.spinButton, t, yes)
  }

  #stepButton(name: 'minus' | 'plus', direction: 1 | -1): HTMLButtonElement {
    const { t, session, sound } = this.#context
    const step = (): void => {
      sound.press()
      this.#choose(nextStake(session.stakes_cents, this.#stakeCents, direction))
    }
    return iconButton(name, t(direction === 1 ? 'game.stake_raise' : 'game.stake_lower'), step, 'step')
  }

  #turboButton(set: (on: boolean) => void): HTMLButtonElement {
    const { t, session, sound } = this.#context
    let isOn = wasTurbo(session)
    const press = (): void => {
      isOn = !isOn
      button.setAttribute('aria-pressed', String(isOn))
      keepTurbo(session, isOn)
      sound.press()
      set(isOn)
    }
    const button = iconButton('turbo', t('game.turbo'), press, 'quiet')
    button.setAttribute('aria-pressed', String(isOn))
    if (isOn) set(true)
    return button
  }

  #choose(cents: number): void {
    this.#stakeCents = cents
    keepStake(this.#context.session, cents)
    this.#edges()
  }

  #edges(): void {
    const { t, money, session } = this.#context
    const stakes = session.stakes_cents
    const [lower, raise] = this.#stakeButtons
    const isFixed = this.#busy || this.#chosenCents !== undefined || this.#autoplayLeft !== null
    this.#stakeValue.textContent = money(this.#stakeCents)
    fitText(this.#stakeValue)
    this.#onStake(this.#stakeCents)
    this.#stake.disabled = isFixed
    if (this.#buy !== null) {
      // A round is bought at a stake of the player's own choice.
      this.#buy.disabled = isFixed
      // Its place is kept, so that the reels keep theirs.
      this.#buy.style.visibility = this.#isFeature || this.#chosenCents !== undefined ? 'hidden' : ''
      const label = element('span', { text: t('game.buy') })
      this.#buy.replaceChildren(label, ' ', element('b', { text: money(this.priceCents) }))
    }
    // An autoplay is ended whenever the player wants, and begun between rounds.
    if (this.#autoplay !== null) this.#autoplay.disabled = this.#busy && this.#autoplayLeft === null
    lower.disabled = isFixed || nextStake(stakes, this.#stakeCents, -1) === this.#stakeCents
    raise.disabled = isFixed || nextStake(stakes, this.#stakeCents, 1) === this.#stakeCents
  }
}
