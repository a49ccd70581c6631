import type { GameContext } from '../context'
import { readStored, writeStored } from '../../src/lib/stored'
import { firstStake, keepStake, nextStake } from '../play/stakes'
import { element, iconButton } from '../shell/dom'
import { balanceFigure, figure, showSpinning, soundButton, spinButton } from '../shell/frame'
import { sessionButton } from '../shell/sessionPanel'

/** What the bar's controls do. */
export interface HudActions {
  spin: () => void
  turbo: (on: boolean) => void
  rules: () => void
  /** Asks whether a round is to be bought. */
  buy: () => void
}

/** Where the choice of quick spins is kept, for all games. */
const TURBO = 'turbo'

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
  /** The stake that the player has chosen, while free spins are played at another one. */
  #chosenCents: number | undefined

  /** `costX` is the price of a bought round in stakes; 0 when none is sold. */
  constructor(context: GameContext, actions: HudActions, costX: number) {
    const { t, session, frame, sound } = context
    this.#context = context
    this.#balance = balanceFigure(t, session)
    this.#win = figure(t('game.win'), 'win')
    this.#stake = element('select', { attributes: { 'aria-label': t('game.stake') } })
    for (const cents of session.stakes_cents) {
      this.#stake.append(element('option', { text: context.money(cents), attributes: { value: String(cents) } }))
    }
    this.#stake.value = String(firstStake(session))
    const step = (direction: 1 | -1) => (): void => {
      sound.press()
      this.#stake.value = String(nextStake(session.stakes_cents, this.stakeCents, direction))
      this.#chosen()
    }
    this.#stake.addEventListener('change', () => this.#chosen())
    const lower = iconButton('minus', t('game.stake_lower'), step(-1), 'step')
    const raise = iconButton('plus', t('game.stake_raise'), step(1), 'step')
    this.#stakeButtons = [lower, raise]
    this.spinButton = spinButton(t, actions.spin)
    this.#costX = costX
    this.#buy =
      costX > 0
        ? element('button', { class: 'buy-button', attributes: { type: 'button' }, on: { click: actions.buy } })
        : null
    const turbo = iconButton(
      'turbo',
      t('game.turbo'),
      () => {
        const on = turbo.getAttribute('aria-pressed') !== 'true'
        turbo.setAttribute('aria-pressed', String(on))
        writeStored(() => localStorage, TURBO, String(on))
        sound.press()
        actions.turbo(on)
      },
      'quiet',
    )
    const wasTurbo = readStored(() => localStorage, TURBO) === 'true'
    turbo.setAttribute('aria-pressed', String(wasTurbo))
    if (wasTurbo) actions.turbo(true)
    if (this.#buy !== null) {
      frame.bar.classList.add('sells')
      frame.bar.append(this.#buy)
    }
    frame.bar.append(
      element(
        'div',
        { class: 'bar-side' },
        iconButton('rules', t('game.rules'), actions.rules, 'quiet'),
        soundButton(sound, t),
        turbo,
        sessionButton(context),
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

  /** While free spins pay, their stake is shown and cannot be changed; undefined gives the choice back. */
  freeStake(cents: number | undefined): void {
    if (cents === undefined) {
      if (this.#chosenCents !== undefined) this.holdStake(this.#chosenCents)
      this.#chosenCents = undefined
    } else {
      this.#chosenCents ??= this.stakeCents
      this.holdStake(cents)
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

  /** While a round runs the stake is fixed and the button skips. */
  busy(yes: boolean): void {
    const { t } = this.#context
    this.#busy = yes
    this.#edges()
    showSpinning(this.spinButton, t, yes)
  }

  #chosen(): void {
    keepStake(this.#context.session, this.stakeCents)
    this.#edges()
  }

  #edges(): void {
    const stakes = this.#context.session.stakes_cents
    const [lower, raise] = this.#stakeButtons
    const isFixed = this.#busy || this.#chosenCents !== undefined
    this.#stake.disabled = isFixed
    if (this.#buy !== null) {
      const { t, money } = this.#context
      // A round is bought at a stake of the player's own choice.
      this.#buy.disabled = isFixed
      const label = element('span', { text: t('game.buy') })
      this.#buy.replaceChildren(label, ' ', element('b', { text: money(this.priceCents) }))
    }
    if (lower !== undefined) lower.disabled = isFixed || nextStake(stakes, this.stakeCents, -1) === this.stakeCents
    if (raise !== undefined) raise.disabled = isFixed || nextStake(stakes, this.stakeCents, 1) === this.stakeCents
  }
}
