import type { GameContext } from '../context'
import type { TableBets, TableClosed, TableRound } from '../play/types'
import { element, iconButton } from '../shell/dom'
import { balanceFigure, soundButton } from '../shell/frame'
import { sessionButton } from '../shell/sessionPanel'
import { listen } from '../table/channel'
import { closedText } from '../table/closing'
import { TableClock } from '../table/tableClock'
import { BetPanel } from './betPanel'
import { PanelBet, takesBets } from './bets'
import { elapsedAt, multiplierAt, timesFormat, toneOf } from './curve'
import { Others } from './others'
import { crashRules } from './rules'
import { CrashScene } from './scene'

/** Rounds of the past that are shown. */
const PAST = 24
/** The crash of the last round is shown so long before the table says that it is closed. */
const CLOSED_AFTER_MS = 2_500
/** The amounts on the buttons change so often: a browser sets no text with every frame. */
const AMOUNTS_EVERY_MS = 80

/** Opens the crash table and hands it to the player. */
export function startCrash(context: GameContext): Promise<void> {
  return new CrashGame(context).begin()
}

class CrashGame {
  readonly #context: GameContext
  readonly #clock = new TableClock()
  readonly #scene = new CrashScene()
  readonly #times: (hundredths: number) => string
  readonly #panels: readonly BetPanel[]
  readonly #bets: readonly PanelBet[]
  readonly #others: Others
  readonly #past: HTMLOListElement
  readonly #figure = element('p', { class: 'multiplier', attributes: { 'aria-hidden': 'true' } })
  readonly #caption = element('p', { class: 'caption', attributes: { 'aria-hidden': 'true' } })
  readonly #countdown = element('div', { class: 'countdown', attributes: { 'aria-hidden': 'true' } })
  readonly #balance: ReturnType<typeof balanceFigure>
  readonly #known = new Set<string>()
  #round: TableRound | null = null
  #closed: TableClosed | null = null
  #amountsAt = 0
  #asked = 0

  constructor(context: GameContext) {
    const { frame, t, session, sound } = context
    this.#context = context
    this.#times = timesFormat(session.locale)
    this.#panels = [1, 2].map((number, index) => new BetPanel(context, number, { press: () => this.#bets[index]?.press() }))
    this.#bets = this.#panels.map((panel) => new PanelBet(context, panel))
    this.#others = new Others(context)
    this.#past = element('ol', { class: 'past', attributes: { 'aria-label': t('game.crash_past') } })
    this.#balance = balanceFigure(t, session)
    const rules = crashRules(context)
    const title = element('img', { class: 'crash-title', attributes: { src: '/art/games/polar-ascent/title.webp', alt: '' } })
    frame.stage.append(
      element(
        'div',
        { class: 'crash' },
        this.#scene.view,
        title,
        this.#past,
        element('div', { class: 'reading' }, this.#figure, this.#caption, this.#countdown),
        this.#others.view,
      ),
    )
    frame.bar.append(
      element(
        'div',
        { class: 'bar-side' },
        iconButton('rules', t('game.rules'), () => rules.showModal(), 'quiet'),
        soundButton(sound, t),
        sessionButton(context),
        this.#second(),
      ),
      this.#balance.node,
      ...this.#panels.map(({ view }) => view),
    )
    frame.root.append(rules)
    frame.root.classList.add('is-crash')
    context.balance.onChange = () => this.#showBalance()
  }

  async begin(): Promise<void> {
    await this.#load()
    this.#showBalance()
    document.addEventListener('keydown', (event) => this.#key(event))
    const draw = (): void => {
      this.#draw()
      requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
    void listen('crash_table', this.#context.session.game.identifier, {
      frame: (message) => {
        if (message.type === 'bets') this.#seeBets(message.bets)
        else if (message.type === 'closed') this.#seeClosed(message.closed)
        else {
          this.#clock.see(message.now)
          this.#see(message.round)
        }
      },
      load: () => this.#load(),
    })
  }

  /** Asks for the table and for the player's own bets. Of two answers under way the later question counts. */
  async #load(): Promise<void> {
    const { api, session } = this.#context
    const asked = (this.#asked += 1)
    const view = await api.table(session.game.identifier)
    if (asked !== this.#asked) return
    this.#clock.see(view.now)
    for (const past of view.past.toReversed()) this.#keep(past.id, past.point)
    this.#see(view.round)
    this.#seeBets(view.bets)
    this.#seeClosed(view.closed)
    await this.#own()
  }

  /** Asks what became of the player's bets. */
  async #own(): Promise<void> {
    const { api, balance } = this.#context
    const { bets } = await balance.settleBy(() => api.tableBets())
    for (const bet of bets) {
      const own = this.#bets.find(({ betId }) => betId === bet.id)
      // A bet that nobody shows yet may be the one on its way: its panel hears of it with its own answer.
      const isOnItsWay = this.#bets.some(({ isSending }) => isSending)
      const free = isOnItsWay ? undefined : this.#bets.find(({ isFree }) => isFree)
      ;(own ?? (bet.state === 'riding' ? free : undefined))?.adopt(bet)
    }
    this.#showBalance()
  }

  #see(round: TableRound | null): void {
    const { frame, t, sound } = this.#context
    const before = this.#round
    if (before !== null && round !== null && Number(round.id) < Number(before.id)) return
    this.#round = round
    for (const bet of this.#bets) bet.see(round)
    if (round === null || (before?.id === round.id && before.state === round.state)) return
    if (round.id !== before?.id) this.#others.show(null)
    sound.part(round.state === 'running' ? 'bonus' : 'base')
    if (round.state === 'betting') frame.showStatus(t('game.crash_betting'))
    if (round.state === 'running') frame.showStatus(t('game.crash_running'))
    if (round.point !== null && before?.point !== round.point) {
      sound.stop(0)
      frame.showStatus(t(round.returned ? 'game.crash_stood_still' : 'game.crash_crashed', { multiplier: this.#times(round.point) }))
      this.#keep(round.id, round.point)
      void this.#settle()
    }
    if (round.state === 'settled' && this.#closed !== null) frame.showStatus(closedText(t, this.#closed, round))
  }

  /** Hears whether the table is closed after its round, and why. */
  #seeClosed(closed: TableClosed | null): void {
    const { frame, t } = this.#context
    const isNews = closed !== this.#closed
    this.#closed = closed
    for (const bet of this.#bets) bet.close(closed !== null)
    if (isNews) frame.showStatus(closed === null ? t('game.table_open') : closedText(t, closed, this.#round))
  }

  /** Bets end a moment after their round: asks until none of the player's is in. */
  async #settle(): Promise<void> {
    for (let tries = 0; tries < 10 && this.#bets.some(({ isIn }) => isIn); tries += 1) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 400))
      await this.#own().catch(() => undefined)
    }
  }

  #seeBets(bets: TableBets | null): void {
    if (bets !== null && bets.round === this.#round?.id) this.#others.show(bets)
  }

  #keep(id: string, point: number): void {
    if (this.#known.has(id)) return
    this.#known.add(id)
    const item = element('li', { text: this.#times(point) })
    item.dataset.tone = toneOf(point)
    this.#past.prepend(item)
    while (this.#past.children.length > PAST) this.#past.lastChild?.remove()
  }

  #draw(): void {
    const round = this.#round
    const now = this.#clock.now()
    if (round === null || round.state === 'betting' || round.started_at === null) {
      this.#wait(round, now)
      return
    }
    const elapsed = now - Date.parse(round.started_at)
    if (round.point !== null) {
      const crashed = elapsedAt(round.point)
      if (this.#closed !== null && round.state === 'settled' && elapsed - crashed > CLOSED_AFTER_MS) {
        this.#wait(null, now)
        return
      }
      this.#read(this.#times(round.point), this.#context.t(round.returned ? 'game.crash_still' : 'game.crash_gone'), 'crashed')
      this.#scene.show({ kind: 'crashed', elapsedMs: crashed, sinceMs: Math.max(0, elapsed - crashed) })
      return
    }
    const reached = multiplierAt(elapsed)
    this.#read(this.#times(reached), '', 'rising')
    this.#scene.show({ kind: 'rising', elapsedMs: Math.max(0, elapsed) })
    if (now - this.#amountsAt < AMOUNTS_EVERY_MS) return
    const passed = this.#bets.some(({ target }) => target !== null && target <= reached && target > multiplierAt(elapsed - (now - this.#amountsAt)))
    this.#amountsAt = now
    for (const bet of this.#bets) bet.rise(reached)
    // The server cashes out by itself: a moment later it is known.
    if (passed) setTimeout(() => void this.#own().catch(() => undefined), 250)
  }

  #wait(round: TableRound | null, now: number): void {
    const { t, session } = this.#context
    const left = round === null ? 0 : Math.max(0, Date.parse(round.closes_at) - now)
    const taking = takesBets(round)
    const whole = 'betting_ms' in session.game.definition ? session.game.definition.betting_ms : 1
    const soon = this.#closed === null ? t('game.crash_soon') : closedText(t, this.#closed, round)
    this.#read(taking ? (left / 1000).toFixed(1) : '', taking ? t('game.crash_place_bets') : soon, 'waiting')
    this.#countdown.style.setProperty('--left', String(Math.min(1, left / whole)))
    this.#scene.show({ kind: 'waiting', share: left / whole })
  }

  #read(figure: string, caption: string, state: 'waiting' | 'rising' | 'crashed'): void {
    if (this.#figure.textContent !== figure) this.#figure.textContent = figure
    if (this.#caption.textContent !== caption) this.#caption.textContent = caption
    this.#figure.dataset.state = state
    this.#countdown.hidden = state !== 'waiting'
  }

  #showBalance(): void {
    this.#balance.set(this.#context.money(Math.max(0, this.#context.balance.cents)))
  }

  /** Shows the second bet where there is room for one only. */
  #second(): HTMLButtonElement {
    const { t, frame } = this.#context
    const button = iconButton(
      'more',
      t('game.crash_second'),
      () => {
        const shown = frame.root.classList.toggle('shows-second')
        button.setAttribute('aria-pressed', String(shown))
      },
      'quiet second',
    )
    button.setAttribute('aria-pressed', 'false')
    return button
  }

  /** Space, Enter and 1 press the first button, 2 the second one. */
  #key(event: KeyboardEvent): void {
    const target = event.target
    const elsewhere = target instanceof HTMLElement && target.closest('button, input, dialog') !== null
    const index = event.key === '2' ? 1 : [' ', 'Enter', '1'].includes(event.key) ? 0 : undefined
    if (elsewhere || event.repeat || index === undefined) return
    event.preventDefault()
    this.#bets[index]?.press()
  }
}
