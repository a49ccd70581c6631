import type { GameContext } from '../context'
import { countUp } from '../play/countup'
import { type Ask, type Jackpot, type JackpotAmounts, type JackpotLevel, filled, jackpotsOf, moved, ownJackpot } from '../play/jackpots'
import type { Translate } from '../play/messages'
import { type MoneyFormat, moneyFormat } from '../play/money'
import { socket } from '../play/socket'
import { element } from './dom'
import { showJackpotWins } from './jackpotCeremony'
import { motionIsReduced } from './motion'

/** Everybody who is connected hears of all jackpots. */
const CHANNEL = 'jackpots_changes'
/** A level that was won shows so for a moment. */
const WON_MS = 6_000
/** How long an amount of the game's own jackpot runs up to the next. */
const RUN_MS = 900

/** How a strip is shown: plainly above any game, or large in the design of the game that has the jackpot to itself. */
interface Shown {
  isOwn: boolean
  /** A remark under the levels, and the same in two or three words where there is no more room. */
  remark?: { whole: string; short: string }
}

/** The line above the picture with what the levels of the game's jackpots have come to. */
export class JackpotStrip {
  readonly view: HTMLElement
  readonly #t: Translate
  readonly #money: MoneyFormat
  readonly #isOwn: boolean
  readonly #amounts = new Map<number, HTMLElement>()
  readonly #runs = new Map<number, { now: number; to: number }>()
  #jackpot: Jackpot

  constructor(jackpot: Jackpot, t: Translate, locale: string, { isOwn, remark }: Shown = { isOwn: false }) {
    this.#jackpot = jackpot
    this.#t = t
    this.#isOwn = isOwn
    // Jackpots are counted in money with a hundred subunits.
    this.#money = moneyFormat({ code: jackpot.currency, subunits_to_unit: 100, fiat: true }, locale)
    const levels = jackpot.levels.map((level) => this.#level(level))
    const title = element('span', { class: 'jackpot-title', text: jackpot.title })
    const remarks =
      remark === undefined
        ? []
        : [
            element('p', { class: 'jackpot-remark', text: remark.whole }),
            element('p', { class: 'jackpot-remark is-short', text: remark.short, attributes: { title: remark.whole } }),
          ]
    this.view = element(
      'section',
      { class: isOwn ? `own-jackpot of-${jackpot.identifier}` : 'jackpots', attributes: { 'aria-label': jackpot.title } },
      title,
      element('ul', {}, ...levels),
      ...remarks,
    )
    this.#show()
  }

  /** Takes a frame in; answers what has to be said of it, where a level was won. */
  hear(amounts: JackpotAmounts): string | undefined {
    if (amounts.identifier !== this.#jackpot.identifier) return undefined
    const { jackpot, won } = moved(this.#jackpot, amounts)
    this.#jackpot = jackpot
    // A level that begins anew does not run down to what it begins with.
    for (const { id } of won) this.#runs.delete(id)
    this.#show()
    for (const { id } of won) this.#flash(id)
    const [first] = won
    return first && this.#t('game.jackpot_won', { level: this.#t(`game.jackpot_${first.name}`), jackpot: jackpot.title })
  }

  #level({ id, name, min_bet_cents: least, must_hit_by_cents: most }: JackpotLevel): HTMLElement {
    const amount = element('b', {})
    this.#amounts.set(id, amount)
    const hint = this.#isOwn ? this.#t('game.jackpot_by', { amount: this.#money(most) }) : this.#t('game.jackpot_min_bet', { amount: this.#money(least) })
    const label = element('span', { text: this.#t(`game.jackpot_${name}`) })
    const item = element('li', { attributes: { title: hint } }, label, ' ', amount)
    item.dataset.level = name
    if (this.#isOwn) item.append(element('small', { text: hint }))
    return item
  }

  #show(): void {
    for (const level of this.#jackpot.levels) {
      const shown = this.#amounts.get(level.id)
      if (shown === undefined) continue
      if (this.#isOwn) this.#run(level, shown)
      else shown.textContent = this.#money(level.amount_cents)
    }
  }

  /** Lets an amount run up to what it is now, and its chamber fill. */
  #run(level: JackpotLevel, shown: HTMLElement): void {
    const { id, amount_cents: to } = level
    shown.parentElement?.style.setProperty('--filled', String(filled(level)))
    const from = this.#runs.get(id)?.now ?? to
    const run = { now: from, to }
    this.#runs.set(id, run)
    const write = (cents: number): void => {
      run.now = cents
      shown.textContent = this.#money(cents)
    }
    if (from >= to || motionIsReduced()) {
      write(to)
      return
    }
    const began = performance.now()
    const step = (now: number): void => {
      // Another frame has come meanwhile: its run goes on from here.
      if (this.#runs.get(id) !== run) return
      write(countUp(from, to, now - began, RUN_MS))
      if (run.now < to) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }

  #flash(id: number): void {
    const item = this.#amounts.get(id)?.parentElement
    item?.classList.add('is-won')
    setTimeout(() => item?.classList.remove('is-won'), WON_MS)
  }
}

/** Puts the strips of the game's jackpots above its stage and keeps them up to date. Without them the game goes on. */
export async function bringJackpots(context: GameContext, ask: Ask): Promise<void> {
  const { session, t, frame } = context
  const jackpots = await jackpotsOf(session, ask).catch(() => [])
  if (jackpots.length === 0) return
  const isOwn = ({ identifier }: Jackpot): boolean => identifier === ownJackpot(session)
  const remark = session.mode === 'demo' ? { remark: { whole: t('game.jackpot_demo'), short: t('game.jackpot_demo_short') } } : {}
  // The game's own stands next to its picture.
  const strips = jackpots
    .toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
    .map((jackpot) => new JackpotStrip(jackpot, t, session.locale, { isOwn: isOwn(jackpot), ...(isOwn(jackpot) ? remark : {}) }))
  const lines = element('div', { class: 'jackpot-strips' }, ...strips.map(({ view }) => view))
  frame.stage.before(lines)
  // Buttons that stand over the stage's corner stand under the lines.
  new ResizeObserver(() => frame.root.style.setProperty('--strips', `${lines.offsetHeight}px`)).observe(lines)
  const own = jackpots.find(isOwn)
  if (own !== undefined && session.mode !== 'demo') showJackpotWins(context, own)
  const connection = await socket()
  connection.on('publication', ({ channel, data }) => {
    if (channel !== CHANNEL) return
    for (const strip of strips) {
      const said = strip.hear(data as JackpotAmounts)
      if (said !== undefined) frame.announce(said)
    }
  })
  connection.connect()
}

/** Asks for what anybody may read. */
export const askSite: Ask = async (path) => {
  const response = await fetch(path, { headers: { Accept: 'application/json' }, credentials: 'omit' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as never
}
