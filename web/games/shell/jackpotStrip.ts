import { type Ask, type Jackpot, type JackpotAmounts, jackpotsOf, moved } from '../play/jackpots'
import type { Translate } from '../play/messages'
import { type MoneyFormat, moneyFormat } from '../play/money'
import { socket } from '../play/socket'
import type { Session } from '../play/types'
import { element } from './dom'

/** Everybody who is connected hears of all jackpots. */
const CHANNEL = 'jackpots_changes'
/** A level that was won shows so for a moment. */
const WON_MS = 6_000

/** The line above the picture with what the levels of the game's jackpots have come to. */
export class JackpotStrip {
  readonly view: HTMLElement
  readonly #t: Translate
  readonly #money: MoneyFormat
  readonly #amounts = new Map<number, HTMLElement>()
  #jackpot: Jackpot

  constructor(jackpot: Jackpot, t: Translate, locale: string) {
    this.#jackpot = jackpot
    this.#t = t
    // Jackpots are counted in money with a hundred subunits.
    this.#money = moneyFormat({ code: jackpot.currency, subunits_to_unit: 100, fiat: true }, locale)
    const levels = jackpot.levels.map(({ id, name, min_bet_cents: least }) => {
      const amount = element('b', {})
      this.#amounts.set(id, amount)
      const item = element(
        'li',
        { attributes: { title: t('game.jackpot_min_bet', { amount: this.#money(least) }) } },
        element('span', { text: t(`game.jackpot_${name}`) }),
        ' ',
        amount,
      )
      item.dataset.level = name
      return item
    })
    const title = element('span', { class: 'jackpot-title', text: jackpot.title })
    this.view = element('section', { class: 'jackpots', attributes: { 'aria-label': jackpot.title } }, title, element('ul', {}, ...levels))
    this.#show()
  }

  /** Takes a frame in; answers what has to be said of it, where a level was won. */
  hear(amounts: JackpotAmounts): string | undefined {
    if (amounts.identifier !== this.#jackpot.identifier) return undefined
    const { jackpot, won } = moved(this.#jackpot, amounts)
    this.#jackpot = jackpot
    this.#show()
    for (const { id } of won) this.#flash(id)
    const [first] = won
    return first && this.#t('game.jackpot_won', { level: this.#t(`game.jackpot_${first.name}`), jackpot: jackpot.title })
  }

  #show(): void {
    for (const { id, amount_cents: amount } of this.#jackpot.levels) {
      const shown = this.#amounts.get(id)
      if (shown !== undefined) shown.textContent = this.#money(amount)
    }
  }

  #flash(id: number): void {
    const item = this.#amounts.get(id)?.parentElement
    item?.classList.add('is-won')
    setTimeout(() => item?.classList.remove('is-won'), WON_MS)
  }
}

/** Puts the strips of the game's jackpots above its stage and keeps them up to date. Without them the game goes on. */
export async function bringJackpots(stage: HTMLElement, session: Session, t: Translate, announce: (text: string) => void, ask: Ask): Promise<void> {
  const jackpots = await jackpotsOf(session, ask).catch(() => [])
  if (jackpots.length === 0) return
  const strips = jackpots.map((jackpot) => new JackpotStrip(jackpot, t, session.locale))
  stage.before(element('div', { class: 'jackpot-strips' }, ...strips.map(({ view }) => view)))
  const connection = await socket()
  connection.on('publication', ({ channel, data }) => {
    if (channel !== CHANNEL) return
    for (const strip of strips) {
      const said = strip.hear(data as JackpotAmounts)
      if (said !== undefined) announce(said)
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
