import { randomId } from '../../src/platform/random'
import { gameSlug, type GameContext } from '../context'
import { PlayRefusal } from '../play/api'
import type { BaccaratDefinition, OwnBet, RoundOutcome, SpotName, TableBets, TableClosed, TableRound } from '../play/types'
import { element } from '../shell/dom'
import { motionIsReduced } from '../shell/motion'
import { showRefusal } from '../shell/refusal'
import { listen } from '../table/channel'
import { closedText } from '../table/closing'
import { TableClock } from '../table/tableClock'
import { Felt } from './felt'
import { Hands } from './hands'
import { History } from './history'
import { FeltHud } from './hud'
import { PLACES } from './places'
import { Road } from './road'
import { feltRules } from './rules'
import { layoutOf, Slip, sumOf, type Layout } from './slip'
import { outcomeText, resultText } from './words'

/** The countdown is set so often. */
const COUNT_EVERY_MS = 200

/** Opens the table and hands it to the player. */
export function startBaccarat(context: GameContext): Promise<void> {
  return new BaccaratGame(context).begin()
}

class BaccaratGame {
  readonly #context: GameContext
  readonly #clock = new TableClock()
  readonly #slip: Slip
  readonly #felt: Felt
  readonly #hands: Hands
  readonly #road: Road
  readonly #history: History
  readonly #hud: FeltHud
  readonly #caption = element('p', { class: 'felt-caption', attributes: { 'aria-hidden': 'true' } })
  readonly #countdown = element('div', { class: 'countdown', attributes: { 'aria-hidden': 'true' } })
  #round: TableRound | null = null
  #closed: TableClosed | null = null
  #placed: readonly OwnBet[] = []
  #last: Layout = {}
  #shownRound = ''
  #sending = false
  #asked = 0

  constructor(context: GameContext) {
    const { frame, session } = context
    this.#context = context
    this.#slip = new Slip({ places: session.places, max_cents: session.max_cents })
    this.#felt = new Felt(context, (spot) => this.#lay(spot))
    this.#hands = new Hands(context)
    this.#history = new History(context)
    this.#road = new Road(context, () => this.#history.open(this.#road.rounds))
    const rules = feltRules(context)
    this.#hud = new FeltHud(context, {
      place: () => void this.#place(),
      undo: () => this.#change(() => this.#slip.undo()),
      clear: () => this.#change(() => this.#slip.clear()),
      repeat: () => this.#try(() => this.#slip.repeat(this.#last)),
      double: () => this.#try(() => this.#slip.double()),
      rules: () => rules.showModal(),
    })
    const art = `/art/games/${gameSlug(session)}`
    const scenery = ['back', 'middle', 'front'].map((name) => element('img', { class: 'scenery', attributes: { src: `${art}/${name}.webp`, alt: '' } }))
    const title = element('img', { class: 'felt-title', attributes: { src: `${art}/title.webp`, alt: '' } })
    const reading = element('div', { class: 'felt-reading' }, this.#caption, this.#countdown)
    frame.stage.append(element('div', { class: 'baccarat' }, ...scenery, title, this.#hands.view, reading, this.#felt.view, this.#road.view))
    frame.root.append(rules, this.#history.view)
    frame.root.classList.add('is-baccarat')
    frame.root.classList.toggle('is-still', motionIsReduced())
    context.balance.onChange = () => this.#showBalance()
  }

  async begin(): Promise<void> {
    await this.#load()
    document.addEventListener('keydown', (event) => this.#key(event))
    setInterval(() => this.#count(), COUNT_EVERY_MS)
    void listen('baccarat_table', this.#context.session.game.identifier, {
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
    this.#road.keep(view.road)
    this.#see(view.round)
    this.#seeBets(view.bets)
    this.#seeClosed(view.closed)
    await this.#own()
  }

  /** Asks what became of the player's bets. */
  async #own(): Promise<void> {
    const { api, balance } = this.#context
    const { bets } = await balance.settleBy(() => api.tableBets())
    const own = bets.filter(({ round }) => round === this.#round?.id)
    // The answer is of a round that this page has not heard of yet.
    if (own.length === 0 && bets.length > 0) return
    const wasIn = this.#placed.some(({ state }) => state === 'riding')
    this.#adopt(own)
    if (wasIn && own.length > 0 && own.every(({ state }) => state !== 'riding')) this.#showResult(own)
    this.#showBalance()
  }

  #adopt(own: readonly OwnBet[]): void {
    this.#placed = own
    if (own.length > 0) this.#last = layoutOf(own)
    this.#slip.placed(layoutOf(own))
    this.#show()
  }

  #see(round: TableRound | null): void {
    const { frame, t, sound } = this.#context
    const before = this.#round
    if (before !== null && round !== null && Number(round.id) < Number(before.id)) return
    const isNext = round?.id !== before?.id
    this.#round = round
    if (isNext) {
      this.#adopt([])
      this.#felt.others(null)
      this.#felt.mark([])
    }
    if (round === null) return
    const { outcome } = round
    const came = this.#hands.show(round.id, round.cards, outcome)
    if (came > 0 && before?.id === round.id) sound.stop(round.cards.length)
    if (isNext || before?.state !== round.state) {
      sound.part(round.state === 'running' ? 'bonus' : 'base')
      if (round.state === 'betting') frame.showStatus(t('game.crash_betting'))
      if (round.state === 'running') this.#sayNoMore()
    }
    if (round.state === 'ended' || round.state === 'settled') this.#end(round, outcome)
    if (round.state === 'settled' && before?.state !== 'settled' && this.#closed !== null) frame.showStatus(closedText(t, this.#closed, round))
    this.#show()
  }

  #sayNoMore(): void {
    const { frame, t } = this.#context
    frame.showStatus(t(this.#slip.total > 0 ? 'game.felt_kept' : 'game.felt_no_more'))
  }

  /** Tells once what a round has come to, and asks for what the bets have. */
  #end(round: TableRound, outcome: RoundOutcome | null): void {
    if (this.#shownRound === round.id) return
    this.#shownRound = round.id
    const { frame, t } = this.#context
    if (outcome !== null) {
      this.#road.keep([{ id: round.id, outcome }])
      this.#felt.mark(wonPlaces(outcome))
      frame.showStatus(outcomeText(t, outcome))
    }
    void this.#settle()
  }

  /** Bets end a moment after their round: asks until none of the player's is in. */
  async #settle(): Promise<void> {
    for (let tries = 0; tries < 10 && this.#placed.some(({ state }) => state === 'riding'); tries += 1) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 400))
      await this.#own().catch(() => undefined)
    }
  }

  #showResult(own: readonly OwnBet[]): void {
    const { frame, t, money, sound, site, sitting, session } = this.#context
    for (const { id, stake_cents, win_cents } of own) {
      sitting.add({ at: Date.now(), paid_cents: stake_cents, win_cents })
      site.send({ type: 'round_closed', round_id: id, stake_cents, win_cents, currency: session.currency.code })
    }
    const [paid, won] = [own.reduce((sum, bet) => sum + bet.stake_cents, 0), own.reduce((sum, bet) => sum + bet.win_cents, 0)]
    if (won > paid) sound.win(2)
    const outcome = this.#round?.outcome
    const words = [outcome ? outcomeText(t, outcome) : '', resultText(t, money, own)].filter((text) => text !== '')
    frame.showStatus(words.join(' '), won > paid ? 'won' : 'plain')
  }

  /** Hears whether the table is closed after its round, and why. */
  #seeClosed(closed: TableClosed | null): void {
    const { frame, t } = this.#context
    const isNews = closed !== this.#closed
    this.#closed = closed
    if (isNews) frame.showStatus(closed === null ? t('game.table_open') : closedText(t, closed, this.#round))
  }

  #seeBets(bets: TableBets | null): void {
    if (bets !== null && bets.round === this.#round?.id) this.#felt.others(bets)
  }

  #lay(spot: SpotName): void {
    this.#try(() => this.#slip.put([{ spot, amount_cents: this.#hud.chipCents }]))
  }

  /** Lays chips, and says so when the table takes no more there. */
  #try(lay: () => boolean): void {
    if (this.#sending) return
    const { sound, frame, t } = this.#context
    if (lay()) sound.press()
    else frame.showStatus(t('game.error_place_full'))
    this.#show()
  }

  #change(change: () => void): void {
    if (this.#sending) return
    this.#context.sound.press()
    change()
    this.#show()
  }

  /** Makes one bet of the chips that lie on the felt: all of them are in, or none. */
  async #place(): Promise<void> {
    const { api, balance, site, gifts, sound, frame, t, session } = this.#context
    if (this.#sending || this.#slip.total === 0) return
    if (!this.#taking) {
      frame.showStatus(t(this.#closed === null ? 'game.error_betting_closed' : 'game.error_table_closed'))
      return
    }
    sound.press()
    const wager = { stake_cents: this.#slip.total, target: null, spots: this.#slip.spots, client_seed: randomId() }
    this.#sending = true
    this.#show()
    await site.unpaused()
    try {
      const { bet } = await balance.settleBy(() => api.placeTableBet(wager))
      balance.onChange()
      site.send({ type: 'round_opened', round_id: bet.id, stake_cents: wager.stake_cents, currency: session.currency.code })
      this.#slip.clear()
      if (bet.round === this.#round?.id) this.#adopt([...this.#placed.filter(({ id }) => id !== bet.id), bet])
      frame.showStatus(t('game.felt_placed'))
    } catch (error) {
      // The round closed while the bet was under way: the chips wait for the next one.
      if (error instanceof PlayRefusal && error.code === 'betting_closed') this.#sayNoMore()
      else await showRefusal(this.#context, error)
    }
    this.#sending = false
    this.#show()
    void gifts.refresh()
  }

  get #taking(): boolean {
    return this.#round?.state === 'betting'
  }

  #show(): void {
    const placed = layoutOf(this.#placed)
    const lying = this.#slip.layout
    this.#felt.show({ placed, lying, taking: this.#taking })
    this.#hud.show({ lying: this.#slip.total, placed: sumOf(placed), taking: this.#taking, sending: this.#sending, canRepeat: sumOf(this.#last) > 0 })
    this.#count()
  }

  /** How long bets are taken yet. */
  #count(): void {
    const { t, session } = this.#context
    const round = this.#round
    const whole = (session.game.definition as BaccaratDefinition).betting_ms
    const left = round === null || !this.#taking ? 0 : Math.max(0, Date.parse(round.closes_at) - this.#clock.now())
    this.#countdown.style.setProperty('--left', String(Math.min(1, left / whole)))
    this.#countdown.hidden = !this.#taking
    this.#read(this.#taking ? `${t('game.crash_place_bets')} · ${Math.ceil(left / 1000)}` : this.#stateText(round))
  }

  #stateText(round: TableRound | null): string {
    const { t } = this.#context
    if (round !== null && round.state === 'running') return t('game.felt_dealing')
    if (round?.outcome) return outcomeText(t, round.outcome)
    return this.#closed === null ? t('game.crash_soon') : closedText(t, this.#closed, round)
  }

  #read(text: string): void {
    if (this.#caption.textContent !== text) this.#caption.textContent = text
  }

  #showBalance(): void {
    this.#hud.balance(Math.max(0, this.#context.balance.cents))
  }

  /** 1 to 5 put the chosen chip on a place, Enter makes bets, R bets again, D doubles, Z takes back and C clears. */
  #key(event: KeyboardEvent): void {
    const target = event.target
    const elsewhere = target instanceof HTMLElement && target.closest('dialog, input:not([type=radio])') !== null
    if (elsewhere || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const place = PLACES[Number(event.key) - 1]
    const run = place === undefined ? this.#action(event) : () => this.#lay(place)
    if (run === undefined) return
    event.preventDefault()
    run()
  }

  #action({ key, target }: KeyboardEvent): (() => void) | undefined {
    switch (key.toLowerCase()) {
      case 'enter':
        // A button that has the focus is pressed by it.
        return target instanceof HTMLElement && target.closest('button') !== null ? undefined : () => void this.#place()
      case 'r':
        return () => this.#try(() => this.#slip.repeat(this.#last))
      case 'd':
        return () => this.#try(() => this.#slip.double())
      case 'z':
        return () => this.#change(() => this.#slip.undo())
      case 'c':
        return () => this.#change(() => this.#slip.clear())
      default:
        return undefined
    }
  }
}

/** The places that an outcome pays. */
function wonPlaces({ winner, player_pair, banker_pair }: RoundOutcome): SpotName[] {
  return [winner, ...(player_pair ? (['player_pair'] as const) : []), ...(banker_pair ? (['banker_pair'] as const) : [])]
}
