import { randomId } from '../../src/platform/random'
import type { GameContext } from '../context'
import { PlayRefusal } from '../play/api'
import type { OwnBet, TableRound } from '../play/types'
import { showRefusal } from '../shell/refusal'
import type { BetPanel, PanelState } from './betPanel'
import { pays, timesFormat } from './curve'

/** Takes bets as long as it says so. */
export const takesBets = (round: TableRound | null): boolean => round?.state === 'betting'

/** The bet of one panel: placed now or with the next round, cashed out by hand or by itself. */
export class PanelBet {
  readonly #context: GameContext
  readonly #panel: BetPanel
  readonly #times: (hundredths: number) => string
  #state: PanelState = { kind: 'free' }
  #round: TableRound | null = null
  #isClosed = false

  constructor(context: GameContext, panel: BetPanel) {
    this.#context = context
    this.#panel = panel
    this.#times = timesFormat(context.session.locale)
  }

  /** Whether a bet of this panel is in. */
  get isIn(): boolean {
    return this.#state.kind === 'riding' || this.#state.kind === 'cashing'
  }

  /** Whether nothing of the player is in this panel, and nothing on its way to the server. */
  get isFree(): boolean {
    return this.#state.kind === 'free' || this.#state.kind === 'cashed'
  }

  /** Whether a bet of this panel is on its way to the server. */
  get isSending(): boolean {
    return this.#state.kind === 'sending'
  }

  /** The id of the bet that this panel shows, if any. */
  get betId(): string | null {
    return this.#state.kind === 'riding' || this.#state.kind === 'cashing' ? this.#state.bet.id : null
  }

  /** The multiplier at which this bet is about to be cashed out by itself. */
  get target(): number | null {
    return this.#state.kind === 'riding' ? this.#state.bet.target : null
  }

  /** What the button does: bets, takes the bet for the next round back, or cashes out. */
  press(): void {
    switch (this.#state.kind) {
      case 'free':
      case 'cashed':
        this.#context.sound.press()
        if (takesBets(this.#round)) void this.#place()
        else if (this.#isClosed) this.#context.frame.showStatus(this.#context.t('game.error_table_closed'))
        else this.#set({ kind: 'queued' })
        break
      case 'queued':
        this.#set({ kind: 'free' })
        break
      case 'riding':
        if (this.#round?.state === 'running') void this.#cashOut(this.#state.bet)
        break
      default:
    }
  }

  /** Hears of the round as it stands now. */
  see(round: TableRound | null): void {
    const isNext = round?.id !== this.#round?.id
    this.#round = round
    if (this.#state.kind === 'queued' && takesBets(round)) void this.#place()
    else if (isNext && this.#state.kind === 'cashed') this.#set({ kind: 'free' })
    else this.#set(this.#state)
  }

  /** Hears whether the table is closed after its round: a bet that waits for the next one is taken back. */
  close(isClosed: boolean): void {
    this.#isClosed = isClosed
    if (isClosed && this.#state.kind === 'queued') this.#set({ kind: 'free' })
  }

  /** Takes over a bet that the server knows of, such as one from before the game was opened again. */
  adopt(bet: OwnBet): void {
    if (bet.state === 'riding') this.#set({ kind: 'riding', bet, amount: null })
    else if (this.betId === bet.id) this.#end(bet)
  }

  /** Shows what the bet would return now, while the multiplier rises. */
  rise(hundredths: number): void {
    if (this.#state.kind !== 'riding') return
    const { bet } = this.#state
    const reached = bet.target === null ? hundredths : Math.min(hundredths, bet.target)
    const amount = this.#context.money(pays(bet.stake_cents, reached))
    this.#state = { ...this.#state, amount }
    this.#panel.show(this.#state, false)
  }

  async #place(): Promise<void> {
    const { api, balance, site, gifts } = this.#context
    const wager = { stake_cents: this.#panel.stakeCents, target: this.#panel.target, client_seed: randomId() }
    this.#set({ kind: 'sending' })
    await site.unpaused()
    try {
      const answer = await balance.settleBy(() => api.placeTableBet(wager))
      balance.onChange()
      site.send({ type: 'round_opened', round_id: answer.bet.id, stake_cents: wager.stake_cents, currency: this.#context.session.currency.code })
      if (answer.bet.state === 'riding') this.#set({ kind: 'riding', bet: answer.bet, amount: null })
      else this.#end(answer.bet)
    } catch (error) {
      // The round closed while the bet was under way: it is a bet on the next one, which was asked for.
      const isLate = error instanceof PlayRefusal && error.code === 'betting_closed'
      this.#set({ kind: isLate && !this.#isClosed ? 'queued' : 'free' })
      if (!isLate) await showRefusal(this.#context, error)
    }
    void gifts.refresh()
  }

  async #cashOut(bet: OwnBet): Promise<void> {
    const { api, balance, frame, t } = this.#context
    this.#set({ kind: 'cashing', bet })
    try {
      const answer = await balance.settleBy(() => api.cashOut(bet.id))
      balance.onChange()
      // The end may have been heard of meanwhile, and is told once.
      if (this.betId === bet.id) this.#end(answer.bet)
    } catch (error) {
      const isLate = error instanceof PlayRefusal && error.code === 'cashout_too_late'
      if (this.betId === bet.id) {
        if (isLate) frame.showStatus(t('game.error_cashout_too_late'))
        this.#set({ kind: 'riding', bet, amount: null })
      }
      if (!isLate) await showRefusal(this.#context, error)
    }
  }

  #end(bet: OwnBet): void {
    const { frame, t, money, sound, site, sitting, session } = this.#context
    const { stake_cents, win_cents } = bet
    sitting.add({ at: Date.now(), paid_cents: stake_cents, win_cents })
    site.send({ type: 'round_closed', round_id: bet.id, stake_cents, win_cents, currency: session.currency.code })
    if (bet.multiplier !== null) {
      sound.win(2)
      frame.showStatus(t('game.crash_cashed_at', { multiplier: this.#times(bet.multiplier), amount: money(win_cents) }), 'won')
      this.#set({ kind: 'cashed', amount: money(win_cents) })
      return
    }
    if (bet.state === 'returned') frame.showStatus(t('game.crash_returned', { amount: money(win_cents) }))
    this.#set({ kind: 'free' })
  }

  #set(state: PanelState): void {
    this.#state = state
    this.#panel.show(state, takesBets(this.#round))
  }
}
