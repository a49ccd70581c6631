import { gameSlug, type GameContext } from '../context'
import type { AutoplayPlan, Played } from '../play/autoplay'
import { GameCycle } from '../play/cycle'
import { winLevel } from '../play/countup'
import type { KenoDefinition, KenoStep } from '../play/kenoTypes'
import type { RoundView, SavedBet } from '../play/types'
import { BrowserSavedBets } from '../roulette/savedBets'
import { SavedSheet } from '../roulette/savedSheet'
import { Celebration } from '../shell/celebration'
import { element, iconButton } from '../shell/dom'
import { Hold, isPlayKey, playHeld } from '../shell/hold'
import { motionIsReduced, Playback } from '../shell/motion'
import { showRefusal } from '../shell/refusal'
import { AutoplaySheet } from '../slots/autoplaySheet'
import { AutoRun } from '../slots/autoRun'
import { Hud } from '../slots/hud'
import { Board } from './board'
import { PayStrip } from './pays'
import { isPicks, Picks, picksMax } from './picks'
import { kenoRules } from './rules'
import { Tray } from './tray'
import { drawText, resultText } from './words'

/** From one drawn number to the next. */
const DRAW_MS = 240
/** The last number stays alone for a moment before the result is told. */
const RESULT_MS = 420

type KenoRound = RoundView<KenoStep>

/** Opens the board and hands it to the player. */
export function startKeno(context: GameContext): void {
  new KenoGame(context).begin()
}

class KenoGame {
  readonly #context: GameContext
  readonly #definition: KenoDefinition
  readonly #playback = new Playback()
  readonly #picks: Picks
  readonly #board: Board
  readonly #tray: Tray
  readonly #pays: PayStrip
  readonly #hud: Hud
  readonly #auto: AutoRun
  readonly #saved: SavedSheet
  readonly #celebration: Celebration
  readonly #cycle: GameCycle
  readonly #count = element('p', { class: 'keno-count' })
  readonly #tools: readonly HTMLButtonElement[]
  #hold: Hold | undefined
  #onShow: Promise<unknown> | undefined

  constructor(context: GameContext) {
    const { frame, session, t, money, sound } = context
    this.#context = context
    this.#definition = session.game.definition as KenoDefinition
    this.#picks = new Picks(this.#definition)
    this.#board = new Board(context, this.#definition, this.#picks, (number) => this.#toggle(number))
    this.#tray = new Tray(context, this.#definition.drawn)
    this.#pays = new PayStrip(context, this.#definition)
    this.#cycle = new GameCycle(session.controls.cycle_ms)
    this.#saved = this.#savedSheet()
    this.#tools = [
      iconButton('rebet', t('game.keno_quick'), () => this.#quick(), 'quiet'),
      iconButton('clear', t('game.keno_clear'), () => this.#clear(), 'quiet'),
      iconButton('more', t('game.keno_saved'), () => void this.#saved.open(), 'quiet'),
    ]
    this.#build()
    const rules = kenoRules(context, this.#definition)
    frame.root.append(rules, this.#saved.dialog)
    frame.root.classList.add('is-keno')
    this.#celebration = new Celebration(frame.stage, { t, money, sound, playback: this.#playback, coins: () => Promise.resolve() })
    const plan = new AutoplaySheet(context, (chosen) => void this.#autoplay(chosen), false)
    this.#hud = new Hud(
      context,
      {
        spin: () => this.#press(),
        turbo: (on) => {
          this.#playback.turbo = on
        },
        stake: () => undefined,
        rules: () => rules.showModal(),
        buy: () => undefined,
        autoplay: () => {
          if (this.#auto.isOn) this.#auto.stop()
          else if (this.#isReady()) plan.open(this.#hud.stakeCents)
        },
      },
      0,
    )
    this.#auto = new AutoRun(context, this.#hud, () => this.#draw())
    if (session.controls.autoplay) this.#hold = this.#holdToPlay()
    context.balance.onChange = () => this.#showBalance()
  }

  begin(): void {
    const { frame, t } = this.#context
    document.addEventListener('keydown', (event) => this.#key(event))
    this.#showBalance()
    this.#hud.win(0, false)
    this.#nameButton()
    this.#picks.set(this.#context.replay?.bets[0]?.numbers ?? [])
    this.#enable(true)
    this.#show()
    frame.showStatus(t('game.keno_status', { max: picksMax(this.#definition) }))
  }

  #build(): void {
    const { frame, session } = this.#context
    const art = `/art/games/${gameSlug(session)}`
    const scenery = ['back', 'middle', 'front'].map((name) => element('img', { class: 'scenery', attributes: { src: `${art}/${name}.webp`, alt: '' } }))
    const title = element('img', { class: 'keno-title', attributes: { src: `${art}/title.webp`, alt: '' } })
    const tools = element('div', { class: 'keno-tools' }, this.#count, ...this.#tools)
    const side = element('div', { class: 'keno-side' }, title, this.#tray.view, this.#pays.view)
    frame.stage.append(element('div', { class: 'keno' }, ...scenery, side, element('div', { class: 'keno-main' }, this.#board.view, tools)))
  }

  #savedSheet(): SavedSheet {
    const { session, api } = this.#context
    return new SavedSheet({
      context: this.#context,
      keeper: session.mode === 'demo' ? new BrowserSavedBets(session, (bet) => isPicks(this.#definition, bet)) : api,
      bets: () => (this.#picks.numbers.length === 0 ? [] : [this.#picks.bet(this.#hud.stakeCents)]),
      load: (saved) => Promise.resolve(this.#load(saved)),
      explain: () => undefined,
      words: { none: 'game.keno_saved_none', empty: 'game.keno_saved_empty', save: 'game.keno_saved_save', load: 'game.keno_saved_load' },
    })
  }

  /** Picks what was saved; the stake stays the one that is chosen. */
  #load({ name, bets }: SavedBet): string | undefined {
    const { t } = this.#context
    const [bet] = bets
    if (this.#isClosed) return t('game.keno_drawing')
    if (bet === undefined || !isPicks(this.#definition, bet)) return t('game.keno_status', { max: picksMax(this.#definition) })
    this.#saved.dialog.close()
    this.#change(() => this.#picks.set(bet.numbers), t('game.keno_saved_loaded', { name }))
    return undefined
  }

  /** While a draw or an autoplay is under way, and in a replay, the picks stay as they are. */
  get #isClosed(): boolean {
    return this.#onShow !== undefined || this.#auto.isOn || this.#context.replay !== undefined
  }

  #toggle(number: number): void {
    if (this.#isClosed) return
    const { frame, t, sound } = this.#context
    const max = picksMax(this.#definition)
    if (!this.#picks.toggle(number)) return frame.showStatus(t('game.keno_full', { max }))
    sound.press()
    this.#show()
    frame.showStatus(this.#countText())
  }

  #quick(): void {
    const { t } = this.#context
    const below = (n: number): number => Math.floor(Math.random() * n)
    this.#change(
      () => this.#picks.quick(below),
      () => t('game.keno_quick_said', { numbers: this.#picks.numbers.join(', ') }),
    )
  }

  #clear(): void {
    this.#change(() => this.#picks.set([]), this.#context.t('game.keno_cleared'))
  }

  #change(change: () => void, said: string | (() => string)): void {
    if (this.#isClosed) return
    this.#context.sound.press()
    change()
    this.#show()
    this.#context.frame.showStatus(typeof said === 'string' ? said : said())
  }

  #countText(): string {
    return this.#context.t('game.keno_count', { count: this.#picks.numbers.length, max: picksMax(this.#definition) })
  }

  /** Shows the picks with what they pay; what was drawn before leaves the board. */
  #show(): void {
    this.#board.show()
    this.#tray.clear()
    this.#pays.show(this.#picks.numbers.length)
    this.#count.textContent = this.#countText()
  }

  #enable(yes: boolean): void {
    const isOpen = yes && this.#context.replay === undefined
    this.#board.enable(isOpen)
    for (const tool of this.#tools) tool.disabled = !isOpen
  }

  #showBalance(): void {
    // While numbers are drawn the balance would tell already what they come to.
    if (this.#onShow === undefined) this.#hud.balance(this.#context.balance.cents)
  }

  /** The round button draws, and says so. */
  #nameButton(): void {
    this.#hud.spinButton.setAttribute('aria-label', this.#context.t('game.keno_draw'))
  }

  /** Whether something is picked; says so where nothing is. */
  #isReady(): boolean {
    const isReady = this.#picks.numbers.length > 0
    const { frame, t } = this.#context
    if (!isReady) frame.showStatus(t('game.keno_status', { max: picksMax(this.#definition) }))
    return isReady
  }

  #press(): void {
    if (this.#auto.isOn) {
      this.#auto.stop()
      this.#hold?.spend()
    } else if (this.#onShow !== undefined) this.#skip()
    else if (this.#isReady()) void this.#draw()
  }

  /** Draws on with the same picks for as long as the button or the key is held down. */
  #holdToPlay(): Hold {
    const spin = (): Promise<Played | undefined> => (this.#isReady() ? this.#draw() : Promise.resolve(undefined))
    const hold = new Hold(this.#hud.spinButton, () => void playHeld(hold, { auto: this.#auto, spin, onShow: () => this.#onShow }))
    return hold
  }

  /** Plays the rounds of a plan, with the same picks in all of them. */
  async #autoplay(plan: AutoplayPlan): Promise<void> {
    await this.#auto.start(plan)
    this.#enable(this.#onShow === undefined)
  }

  #skip(): void {
    if (this.#context.session.controls.quick_spin) this.#playback.skip()
  }

  /** Plays a draw at the chosen stake; answers nothing when it was refused. */
  #draw(): Promise<Played | undefined> {
    const round = this.#guarded()
    this.#onShow = round
    return round
  }

  async #guarded(): Promise<Played | undefined> {
    const { site, balance, gifts } = this.#context
    this.#playback.rewind()
    this.#hud.busy(true)
    this.#enable(false)
    try {
      const played = await this.#play()
      await this.#cycle.over()
      return played
    } catch (error) {
      this.#show()
      site.send({ type: 'shown' })
      // What became of a stake that was refused half-way, only the server knows.
      await balance.refresh()
      await showRefusal(this.#context, error)
      return undefined
    } finally {
      this.#onShow = undefined
      this.#hud.busy(false)
      this.#nameButton()
      // The next round of an autoplay begins right after this one.
      this.#enable(!this.#auto.isOn)
      this.#showBalance()
      void gifts.afterRound()
    }
  }

  async #play(): Promise<Played> {
    const { api, balance, frame, site, sitting, sound, t } = this.#context
    const stakeCents = this.#hud.stakeCents
    sound.press()
    this.#show()
    this.#pays.reach(null)
    this.#hud.win(0, false)
    await site.unpaused()
    frame.showStatus(t('game.keno_drawing'))
    site.send({ type: 'turning' })
    this.#hud.balance(Math.max(0, balance.cents - stakeCents))
    const round = (await this.#cycle.start(() => api.start({ bets: [this.#picks.bet(stakeCents)] }))) as KenoRound
    const { id, stake_cents, win_cents, currency } = round
    site.send({ type: 'round_opened', round_id: id, stake_cents, currency })
    balance.settle(round)
    const [step] = round.steps
    if (step !== undefined) await this.#present(round, step)
    this.#hud.balance(balance.cents)
    site.send({ type: 'shown' })
    const played = { paid_cents: stake_cents, win_cents }
    sitting.add({ at: Date.now(), ...played })
    site.send({ type: 'round_closed', round_id: id, stake_cents, win_cents, currency })
    return played
  }

  /** Shows the numbers one after another, or all at once where less motion is asked for, and tells the result once. */
  async #present(round: KenoRound, step: KenoStep): Promise<void> {
    const { frame, t, money, sound } = this.#context
    let hits = 0
    for (const [place, number] of step.drawn.entries()) {
      const isHit = step.hits.includes(number)
      if (isHit) hits += 1
      this.#board.draw(number)
      this.#tray.put(place, number, isHit, hits)
      if (!this.#playback.skipping && !motionIsReduced()) {
        if (isHit) sound.win(hits)
        else sound.stop(place)
        await this.#playback.wait(DRAW_MS)
      }
    }
    if (!motionIsReduced()) await this.#playback.wait(RESULT_MS)
    this.#pays.reach(hits)
    const level = winLevel(round.win_cents, round.stake_cents)
    this.#hud.win(round.win_cents, level !== 'none')
    frame.showStatus(resultText(t, money, round, step, this.#picks.numbers.length), level === 'none' ? 'plain' : 'won')
    frame.announce(drawText(t, step))
    if (level !== 'none' && level !== 'win') await this.#celebration.win(round.win_cents, level, { betCents: round.stake_cents })
  }

  /** Space and Enter draw, Q picks anew and C gives all numbers back. */
  #key(event: KeyboardEvent): void {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const isElsewhere = event.target instanceof HTMLElement && event.target.closest('dialog, input') !== null
    const key = event.key.toLowerCase()
    if (isPlayKey(event)) this.#press()
    else if (!isElsewhere && key === 'q') this.#quick()
    else if (!isElsewhere && key === 'c') this.#clear()
    else return
    event.preventDefault()
  }
}
