import type { Translate } from '../play/messages'
import type { MoneyFormat } from '../play/money'
import { type Leg, type WinLevel, countAt, countLegs, countUpDuration } from '../play/countup'
import { type Playback, motionIsReduced } from './motion'
import { Plate } from './plate'
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
/** How long the coins of a name fall where the amount has been counted before. */
const NAMED_COINS_MS = 2_200
/** How long pictures are shuffled, how many are seen in that time, and how long the chosen one is shown. */
const SHUFFLE_MS = 2_400
const SHUFFLED = 22
const CHOSEN_MS = 1_500

/** What a celebration works with. */
export interface CelebrationParts {
  t: Translate
  money: MoneyFormat
  playback: Playback
  sound: Sound
  /** Lets so many coins rain for so many milliseconds. */
  coins: (count: number, milliseconds: number) => Promise<void>
}

/** How a win is counted. */
interface Counting {
  /** What it is played at: names are multiples of it. */
  betCents?: number
  /** Whether more is about to follow. */
  isBrief?: boolean
}

/** What a feature has come to. */
interface Outcome {
  totalCents: number
  /** How much is made of it. */
  level: WinLevel
  betCents: number
  /** Whether the player has seen it counted. */
  isCounted: boolean
  /** Hears that the amount stands. */
  told: () => void
}

/** Shows a win over the stage and counts it up in gold. */
export class Celebration {
  readonly #plate: Plate
  readonly #parts: CelebrationParts

  constructor(host: HTMLElement, parts: CelebrationParts) {
    this.#parts = parts
    // The round button does the same, for the keyboard and for readers.
    this.#plate = new Plate(host, () => this.#parts.playback.skip())
  }

  /** Counts up to an amount; the level decides how much is made of it, and a great one grows into its name. */
  async win(amountCents: number, level: WinLevel, { betCents = 0, isBrief = false }: Counting = {}): Promise<void> {
    if (level === 'none') return
    const { t, money, playback } = this.#parts
    const great = isGreat(level)
    const isShort = isBrief && !great
    const whole = money(amountCents)
    if (motionIsReduced()) {
      this.#plate.open(level, { amount: whole })
      if (great) this.#plate.tier(level, t(`game.${level}`))
      await playback.wait(great ? 1600 : isShort ? 400 : 700)
      this.#plate.close()
      return
    }
    const legs = countLegs(amountCents, level, betCents)
    this.#plate.open(legs[0]?.level ?? level, { amount: money(0), widest: whole })
    const times = betCents > 0 ? amountCents / betCents : 0
    const { rained } = await this.#count(legs, countUpDuration(level, times, isShort), whole)
    await rained
    await playback.wait(great ? 900 : isShort ? 220 : 350)
    this.#plate.close()
  }

  /** Announces something in large letters, such as more free spins. */
  async announce(title: string, detail: string): Promise<void> {
    this.#parts.sound.fanfare()
    this.#plate.open('feature', { title, amount: detail })
    await this.#parts.playback.wait(motionIsReduced() ? 1200 : 2000)
    this.#plate.close()
  }

  /** Announces a feature, which waits until the player presses on. A player who has gone away finds it begun. */
  async intro(title: string, detail: string, note = ''): Promise<void> {
    const { t, playback, sound } = this.#parts
    sound.fanfare()
    this.#plate.open('feature', { title, amount: detail, note })
    this.#plate.hint(t('game.press_to_start'))
    await playback.wait(INTRO_MS)
    this.#plate.close()
    playback.rewind()
  }

  /** Shuffles pictures until one of them stays, which is named then; `told` hears of that. */
  async choose(title: string, pictures: readonly HTMLElement[], chosen: HTMLElement, name: string, told: () => void): Promise<void> {
    const { playback, sound } = this.#parts
    // The name has its room from the start.
    this.#plate.open('feature', { title, amount: '\u00a0', widest: name })
    if (!motionIsReduced()) {
      let shown = -1
      await playback.animate(SHUFFLE_MS, (share) => {
        const next = Math.floor((1 - (1 - share) ** 2) * SHUFFLED)
        const picture = pictures[next % pictures.length]
        if (next === shown || picture === undefined) return
        shown = next
        this.#plate.picture(picture, false)
        if (share < 1) sound.count(share)
      })
      // A press that ended the shuffle has not put its result away.
      playback.rewind()
    }
    sound.fanfare()
    this.#plate.picture(chosen, true)
    this.#plate.amount(name)
    told()
    await playback.wait(CHOSEN_MS)
    this.#plate.close()
  }

  /** Ends a feature on one plate: the amount is counted under its name, and grows into the name of its level. */
  async outro(title: string, { totalCents, level, betCents, isCounted, told }: Outcome): Promise<void> {
    const { t, money, playback, sound, coins } = this.#parts
    playback.rewind()
    sound.fanfare()
    const isStill = totalCents === 0 || motionIsReduced()
    const whole = totalCents > 0 ? money(totalCents) : t('game.feature_nothing')
    const tier = totalCents > 0 ? t('game.total_win') : ''
    this.#plate.open('feature', { title, tier, amount: isStill || isCounted ? whole : money(0), widest: whole })
    if (isStill) {
      if (isGreat(level)) this.#plate.tier(level, t(`game.${level}`))
    } else {
      // An amount that has been counted stands, and what stands has one name.
      if (isCounted) void this.#name(level, 'none', NAMED_COINS_MS)
      else await this.#count(countLegs(totalCents, level, betCents, 'win'), Math.max(countUpDuration('win'), countUpDuration(level)), whole)
      // A press that ended the count has not put the plate away.
      playback.rewind()
      if (level === 'win') void coins(OUTRO_COINS, OUTRO_MS)
    }
    told()
    this.#plate.hint(t('game.press_to_go_on'))
    await playback.wait(OUTRO_MS)
    this.#plate.close()
  }

  /** Counts up on the open plate; its coins may rain on. */
  async #count(legs: readonly Leg[], duration: number, whole: string): Promise<{ rained: Promise<unknown> }> {
    const { money, playback, sound } = this.#parts
    const rains: Promise<void>[] = []
    let named = legs[0]?.level ?? 'none'
    const name = (level: WinLevel, before: WinLevel, share: number): void => {
      named = level
      rains.push(this.#name(level, before, duration * (1 - share) + COINS_AFTER_MS))
    }
    name(named, 'none', 0)
    let tick = -1
    await playback.animate(duration, (share) => {
      const { level, cents } = countAt(legs, share)
      if (level !== named) name(level, named, share)
      this.#plate.amount(share === 1 ? whole : money(cents))
      const now = Math.floor((share * duration * TICKS_PER_SECOND) / 1000)
      if (now <= tick || share === 1) return
      tick = now
      sound.count(share)
    })
    return { rained: Promise.all(rains) }
  }

  /** Gives the win on the plate its next name, and lets the coins rain that the name before has not. */
  #name(level: WinLevel, before: WinLevel, milliseconds: number): Promise<void> {
    if (!isGreat(level)) return Promise.resolve()
    const { t, sound, coins } = this.#parts
    this.#plate.tier(level, t(`game.${level}`))
    sound.sting(level)
    return coins(COINS[level] - COINS[before], milliseconds)
  }
}

/** Whether a win has a name of its own. */
function isGreat(level: WinLevel): level is 'big' | 'mega' | 'epic' {
  return level === 'big' || level === 'mega' || level === 'epic'
}
