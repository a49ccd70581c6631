import type { Translate } from '../play/messages'
import type { MoneyFormat } from '../play/money'
import { type WinLevel, countUp, countUpDuration, winTiers } from '../play/countup'
import { element } from './dom'
import { fitText } from './fit'
import { type Playback, motionIsReduced } from './motion'
import type { Sound } from './sound'

/** Counting ticks a second. */
const TICKS_PER_SECOND = 14
/** How long a plate stands that nobody presses away. */
const INTRO_MS = 10_000
const OUTRO_MS = 4_000
const OUTRO_COINS = 40
/** Coins fall for so long after the amount has been counted. */
const COINS_AFTER_MS = 600
const COINS: Readonly<Record<WinLevel, number>> = { none: 0, win: 0, big: 60, mega: 110, epic: 180 }

/** What a celebration works with. */
export interface CelebrationParts {
  t: Translate
  money: MoneyFormat
  playback: Playback
  sound: Sound
  /** Lets so many coins rain for so many milliseconds. */
  coins: (count: number, milliseconds: number) => Promise<void>
}

/** Shows a win over the stage and counts it up in gold. */
export class Celebration {
  readonly #root = element('div', { class: 'celebration', attributes: { 'aria-hidden': 'true', hidden: '' } })
  readonly #heading = element('p', { class: 'celebration-title' })
  readonly #amount = element('p', { class: 'celebration-amount' })
  readonly #hint = element('p', { class: 'celebration-hint' })
  readonly #parts: CelebrationParts

  constructor(host: HTMLElement, parts: CelebrationParts) {
    this.#parts = parts
    this.#root.append(this.#heading, this.#amount, this.#hint)
    // The round button does the same, for the keyboard and for readers.
    this.#root.addEventListener('click', () => this.#parts.playback.skip())
    host.append(this.#root)
  }

  /** Counts up to an amount; the level decides how much is made of it, and a great one grows into its name. */
  async win(amountCents: number, level: WinLevel): Promise<void> {
    if (level === 'none') return
    const { t, money, playback, sound, coins } = this.#parts
    const duration = countUpDuration(level)
    const great = isGreat(level)
    if (motionIsReduced()) {
      this.#open(great ? t(`game.${level}`) : '', level)
      this.#measure(money(amountCents))
      this.#amount.textContent = money(amountCents)
      await playback.wait(great ? 1600 : 700)
      this.#close()
      return
    }
    const tiers = winTiers(level)
    const rains: Promise<void>[] = []
    let reached = -1
    const rise = (share: number): void => {
      const next = tiers.findLastIndex(({ from }) => share >= from)
      const tier = tiers[next]
      if (next === reached || tier === undefined) return
      const fresh = COINS[tier.level] - COINS[tiers[reached]?.level ?? 'none']
      reached = next
      this.#open(isGreat(tier.level) ? t(`game.${tier.level}`) : '', tier.level)
      this.#measure(money(amountCents))
      if (!isGreat(tier.level)) return
      sound.sting(tier.level)
      rains.push(coins(fresh, duration * (1 - share) + COINS_AFTER_MS))
    }
    rise(0)
    let tick = -1
    const counting = playback.animate(duration, (share) => {
      rise(share)
      this.#amount.textContent = money(countUp(0, amountCents, share * duration, duration))
      const now = Math.floor((share * duration * TICKS_PER_SECOND) / 1000)
      if (now > tick && share < 1) {
        tick = now
        sound.count(share)
      }
    })
    await counting
    await Promise.all(rains)
    await playback.wait(great ? 900 : 350)
    this.#close()
  }

  /** Announces something in large letters, such as more free spins. */
  async announce(title: string, detail: string): Promise<void> {
    await this.#plate(title, detail, '', motionIsReduced() ? 1200 : 2000)
  }

  /** Announces a feature, which waits until the player presses on. A player who has gone away finds it begun. */
  async intro(title: string, detail: string): Promise<void> {
    const { t, playback } = this.#parts
    await this.#plate(title, detail, t('game.press_to_start'), INTRO_MS)
    playback.rewind()
  }

  /** Ends a feature with all that it has won; `level` says how much is made of that. */
  async outro(title: string, totalCents: number, level: WinLevel): Promise<void> {
    const { t, money, playback, coins } = this.#parts
    playback.rewind()
    if (level !== 'none' && level !== 'win') await this.win(totalCents, level)
    // A return that is no win rains nothing.
    if (level !== 'none' && !motionIsReduced()) void coins(OUTRO_COINS, OUTRO_MS)
    await this.#plate(title, totalCents > 0 ? money(totalCents) : t('game.feature_nothing'), t('game.press_to_go_on'), OUTRO_MS)
  }

  async #plate(title: string, detail: string, hint: string, milliseconds: number): Promise<void> {
    this.#open(title, 'feature')
    this.#measure(detail)
    this.#amount.textContent = detail
    this.#hint.textContent = hint
    this.#parts.sound.fanfare()
    await this.#parts.playback.wait(milliseconds)
    this.#close()
  }

  #open(title: string, level: WinLevel | 'feature'): void {
    this.#root.dataset.level = level
    this.#heading.textContent = title
    this.#amount.textContent = ''
    this.#hint.textContent = ''
    this.#root.hidden = false
  }

  /** Sets heading and amount as small as the stage needs for the longest text that the amount comes to. */
  #measure(longest: string): void {
    this.#amount.textContent = longest
    fitText(this.#heading)
    fitText(this.#amount)
    this.#amount.textContent = ''
  }

  #close(): void {
    this.#root.hidden = true
  }
}

/** Whether a win has a name of its own. */
function isGreat(level: WinLevel): level is 'big' | 'mega' | 'epic' {
  return level === 'big' || level === 'mega' || level === 'epic'
}
