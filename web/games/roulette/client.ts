import type { GameContext } from '../context'
import { PlayRefusal } from '../play/api'
import { winLevel } from '../play/countup'
import { GameCycle } from '../play/cycle'
import type { RouletteDefinition, RouletteStep, RoundView, SavedBet } from '../play/types'
import { Celebration } from '../shell/celebration'
import { element } from '../shell/dom'
import { Playback, motionIsReduced } from '../shell/motion'
import { showRefusal } from '../shell/refusal'
import {
  type BetRefusal,
  type Placement,
  type TableLimits,
  bySpot,
  layoutRefusal,
  placeBelowMin,
  refusal,
  refusedPlace,
  toBets,
  toPlacements,
  total,
} from './bets'
import { TableHud } from './hud'
import { readRefusal, readSpot } from './reading'
import { rouletteRules } from './rules'
import { BrowserSavedBets } from './savedBets'
import { SavedSheet } from './savedSheet'
import { type Spot, colorOf } from './spots'
import { Statistics } from './statistics'
import { Table } from './table'
import { tableView } from './view'
import { Wheel } from './wheel'

const ART = '/art/games/aurora-roulette'
const HISTORY_LENGTH = 12
/** The result stays on the wheel so long before bets open again. */
const RESULT_MS = 1500

/** Opens the roulette table and hands it to the player. */
export function startRoulette(context: GameContext): void {
  new RouletteGame(context).begin()
}

/** Looks whether chips may be put down under these limits and with so much money; answers why not. */
type BetCheck = (limits: TableLimits, cents: number) => BetRefusal | undefined

class RouletteGame {
  readonly #context: GameContext
  readonly #playback = new Playback()
  readonly #wheel: Wheel
  readonly #table: Table
  readonly #hud: TableHud
  readonly #celebration: Celebration
  readonly #rules: HTMLDialogElement
  readonly #result = element('p', { class: 'result', attributes: { 'aria-hidden': 'true', hidden: '' } })
  readonly #history: HTMLOListElement
  readonly #statistics: Statistics
  readonly #saved: SavedSheet
  readonly #cycle: GameCycle
  #placements: readonly Placement[] = []
  #before: readonly Placement[] = []
  #spinning = false

  constructor(context: GameContext) {
    const { frame, t, money, sound, session } = context
    this.#context = context
    this.#cycle = new GameCycle(session.controls.cycle_ms)
    context.balance.onChange = () => this.#show()
    this.#wheel = new Wheel(this.#playback, sound)
    this.#statistics = new Statistics(t)
    this.#saved = new SavedSheet({
      context,
      keeper: session.mode === 'demo' ? new BrowserSavedBets(session) : context.api,
      bets: () => toBets(this.#placements),
      load: (saved) => this.#load(saved),
      explain: (error) => this.#explain(error),
    })
    this.#table = new Table({
      t,
      money,
      currency: session.currency,
      locale: session.locale,
      chips: session.stakes_cents,
      place: (spot) => void this.#place([spot]),
      placeAll: (spots) => void this.#place(spots),
      statistics: this.#statistics.view,
      openSaved: () => void this.#saved.open(),
    })
    this.#rules = rouletteRules(context)
    this.#history = element('ol', { class: 'history', attributes: { 'aria-label': t('game.roulette_last') } })
    const layers = ['back', 'middle', 'front'].map((name) => element('img', { class: 'scenery', attributes: { src: `${ART}/${name}.webp`, alt: '' } }))
    const title = element('img', { class: 'table-title', attributes: { src: `${ART}/title.webp`, alt: '' } })
    const wheelSide = element('div', { class: 'wheel-side' }, title, this.#wheel.view, this.#result)
    const room = element('div', { class: 'roulette' }, ...layers, wheelSide, element('div', { class: 'table-side' }, this.#history, this.#table.view))
    frame.stage.append(room)
    new ResizeObserver(() => {
      const view = tableView(room.clientWidth, room.clientHeight)
      room.dataset.view = view
      this.#table.stand(view === 'upright')
    }).observe(room)
    frame.root.append(this.#rules, this.#table.more, this.#saved.dialog)
    this.#celebration = new Celebration(frame.stage, {
      t,
      money,
      sound,
      playback: this.#playback,
      coins: () => Promise.resolve(),
    })
    this.#hud = new TableHud(context, {
      spin: () => this.#press(),
      undo: () => this.#set(this.#placements.slice(0, -1), t('game.roulette_removed')),
      clear: () => this.#set([], t('game.roulette_cleared')),
      rebet: () => void this.#add(this.#before, t('game.roulette_rebet')),
      double: () => void this.#add(this.#placements, t('game.roulette_double')),
      more: () => this.#table.more.showModal(),
      rules: () => this.#rules.showModal(),
    })
  }

  begin(): void {
    const { frame, t } = this.#context
    document.addEventListener('keydown', (event) => {
      const target = event.target
      const elsewhere = target instanceof HTMLElement && target.closest('button, input, dialog') !== null
      if (elsewhere || (event.key !== ' ' && event.key !== 'Enter') || event.repeat) return
      event.preventDefault()
      this.#press()
    })
    this.#hud.win(0, false)
    const { replay } = this.#context
    this.#set(replay === undefined ? [] : toPlacements(replay.bets), t('game.roulette_status'))
    this.#table.view.inert = replay !== undefined
    frame.root.classList.add('is-roulette')
  }

  /** While the ball rolls, and in a replay, the chips stay as they are. */
  get #isClosed(): boolean {
    return this.#spinning || this.#context.replay !== undefined
  }

  /** Puts the chosen chip on each of these places. */
  async #place(spots: readonly Spot[]): Promise<void> {
    const { t, money } = this.#context
    const amount = this.#hud.chipCents
    const chips = spots.map(({ id }): Placement => ({ spot: id, amount_cents: amount }))
    const bet = spots.map((spot) => readSpot(t, spot)).join(', ')
    await this.#add(chips, t('game.roulette_placed', { amount: money(amount * chips.length), bet }))
  }

  /** Puts down all of these chips, or none of them, and says so. */
  async #add(more: readonly Placement[], said: string): Promise<void> {
    const check = (limits: TableLimits, cents: number) => refusal(this.#placements, more, limits, cents)
    if (this.#isClosed || !(await this.#allowed(check)) || this.#isClosed) return
    this.#context.sound.click()
    this.#set([...this.#placements, ...more], said)
    this.#saysBelowMin()
  }

  /** Puts a saved layout on the table, in place of what lies there; answers why not in a sentence. */
  async #load({ name, bets }: SavedBet): Promise<string | undefined> {
    const { t, sound } = this.#context
    const layout = toPlacements(bets)
    const reason = await this.#reason((limits, cents) => layoutRefusal(layout, limits, cents))
    if (reason !== undefined) return readRefusal(this.#context, reason)
    if (this.#isClosed) return t('game.roulette_no_more')
    sound.click()
    // A dialog that is open keeps readers from hearing what is said behind it.
    this.#saved.dialog.close()
    this.#table.more.close()
    this.#set(layout, t('game.saved_loaded', { name }))
    return undefined
  }

  /** Whether more chips may be put down; says why not. */
  async #allowed(check: BetCheck): Promise<boolean> {
    const refused = await this.#reason(check)
    if (refused?.reason === 'balance') void showRefusal(this.#context, new PlayRefusal('insufficient_funds'))
    else if (refused !== undefined) this.#context.frame.showStatus(readRefusal(this.#context, refused))
    return refused === undefined
  }

  /** What a check of chips finds. A balance that looks too small is asked for before anything is refused. */
  async #reason(check: BetCheck): Promise<BetRefusal | undefined> {
    const { session, balance, gifts } = this.#context
    const definition = session.game.definition as RouletteDefinition
    const { max_cents, places } = session
    const limits = { max_cents, places, bets_max: definition.max_bets }
    let refused = check(limits, balance.cents)
    if (refused?.reason === 'balance') {
      await balance.refresh()
      refused = check(limits, balance.cents)
    }
    if (refused?.reason !== 'balance' || gifts.bonus === null) return refused
    // Bonus money may pay what the balance does not: only the server knows. What else the table refuses it refuses all the same.
    return check(limits, Number.POSITIVE_INFINITY)
  }

  /** Which of the bets on the table the server has refused, and why; undefined where it names none. */
  #explain(error: unknown): string | undefined {
    const place = error instanceof PlayRefusal ? error.place : undefined
    const refused = place && refusedPlace(this.#placements, place)
    return refused && readRefusal(this.#context, refused)
  }

  #set(placements: readonly Placement[], said?: string): void {
    this.#placements = placements
    this.#table.show(placements)
    this.#table.mark(null)
    this.#result.hidden = true
    this.#show()
    if (said !== undefined) this.#context.frame.showStatus(said)
  }

  #show(): void {
    // While the ball rolls, the balance may tell already where it ends.
    if (this.#spinning) return
    const staked = total(this.#placements)
    this.#hud.balance(Math.max(0, this.#context.balance.cents - staked))
    this.#hud.table({ total: staked, canRebet: this.#before.length > 0, spinning: false })
  }

  #press(): void {
    const { frame, t, session } = this.#context
    if (this.#spinning) {
      if (session.controls.quick_spin) this.#playback.skip()
      return
    }
    if (this.#placements.length === 0) {
      frame.showStatus(t('game.roulette_status'))
      return
    }
    if (!this.#saysBelowMin()) void this.#spin()
  }

  /** Says which place holds less than it takes at least; answers whether one does. */
  #saysBelowMin(): boolean {
    const below = placeBelowMin(this.#placements, this.#context.session)
    if (below !== undefined) this.#context.frame.showStatus(readRefusal(this.#context, below))
    return below !== undefined
  }

  async #spin(): Promise<void> {
    const { frame, site, t } = this.#context
    this.#close(true)
    this.#hud.win(0, false)
    await site.unpaused()
    frame.showStatus(t('game.roulette_no_more'))
    site.send({ type: 'turning' })
    this.#wheel.roll()
    try {
      await this.#round()
      await this.#cycle.over()
    } catch (error) {
      this.#wheel.cancel()
      this.#context.site.send({ type: 'shown' })
      await this.#context.balance.refresh()
      this.#close(false)
      await showRefusal(this.#context, error, this.#explain(error))
      return
    }
    this.#before = this.#placements
    // A replay keeps its bets for the next look at it.
    if (this.#context.replay === undefined) this.#placements = []
    this.#close(false)
    void this.#context.gifts.afterRound()
  }

  async #round(): Promise<void> {
    const { api, balance, site, sitting, sound } = this.#context
    const bets = toBets(this.#placements)
    const round = (await this.#cycle.start(() => api.start({ bets }))) as RoundView<RouletteStep>
    site.send({ type: 'round_opened', round_id: round.id, stake_cents: round.stake_cents, currency: round.currency })
    balance.settle(round)
    const step = round.steps[0]
    if (step === undefined) return
    await this.#wheel.land(step.pocket)
    const spots = [...bySpot(this.#placements).keys()]
    this.#table.mark(
      step.pocket,
      step.wins.map(({ bet }) => spots[bet] ?? ''),
    )
    this.#announce(round, step)
    const level = winLevel(round.win_cents, round.stake_cents)
    if (level !== 'none') {
      sound.win(2)
      if (level !== 'win') await this.#celebration.win(round.win_cents, level, { betCents: round.stake_cents })
    }
    this.#hud.balance(balance.cents)
    this.#hud.win(round.win_cents, level !== 'none')
    site.send({ type: 'shown' })
    const { id, stake_cents, win_cents, currency } = round
    sitting.add({ at: Date.now(), paid_cents: stake_cents, win_cents })
    site.send({ type: 'round_closed', round_id: id, stake_cents, win_cents, currency })
    await this.#playback.wait(motionIsReduced() ? 400 : RESULT_MS)
  }

  #announce(round: RoundView<RouletteStep>, step: RouletteStep): void {
    const { frame, t, money } = this.#context
    const color = colorOf(step.pocket)
    const number = t('game.roulette_result', { pocket: step.pocket, color: t(`game.color_${color}`) })
    const won = winLevel(round.win_cents, round.stake_cents) !== 'none'
    const amount = money(round.win_cents)
    const outcome = won ? t('game.status_won', { amount }) : round.win_cents > 0 ? t('game.status_returned', { amount }) : t('game.status_nothing')
    frame.showStatus(`${number}. ${outcome}`, won ? 'won' : 'plain')
    this.#result.textContent = String(step.pocket)
    this.#result.dataset.color = color
    this.#result.hidden = false
    const item = element('li', { text: String(step.pocket) })
    item.dataset.color = color
    this.#history.prepend(item)
    while (this.#history.children.length > HISTORY_LENGTH) this.#history.lastChild?.remove()
    this.#statistics.add(step.pocket)
  }

  #close(yes: boolean): void {
    this.#spinning = yes
    if (yes) this.#playback.rewind()
    this.#context.frame.root.classList.toggle('is-spinning', yes)
    this.#table.enable(!yes)
    if (!yes) {
      this.#table.show(this.#placements)
      this.#show()
      return
    }
    this.#hud.table({ total: total(this.#placements), canRebet: false, spinning: true })
  }
}
