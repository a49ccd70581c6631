import type { Coin, SlotsStep, Win } from '../play/types'
import { motionIsReduced } from '../shell/motion'
import { type WinLevel, countUp, countUpDuration, winLevel } from '../play/countup'
import type { ShowParts, SlotsRound } from './parts'
import { readCoins, readHits, readWin, symbolName, worthOf } from './reading'
import { symbolPicture } from './symbolPicture'
import { type Beat, isHolding, restingWindow, stepLevel, symbolOf } from './timeline'

/** How long each coin is lit while the coins are counted, how long one with a prize is, and how long all of them are where nothing moves. */
const COIN_MS = 150
const PRIZE_MS = 700
const COINS_STILL_MS = 700

/** How long what the last step has come to stands before the plate that ends the feature. */
const END_MS = 450

type Due = NonNullable<SlotsRound['next']>

/** Shows that a feature begins, how far it is, and what it has come to. */
export class FeatureShow {
  readonly #parts: ShowParts
  /** The coins that are held. */
  #held: readonly Coin[] = []
  /** What a coin sets the respins back to. */
  #respins = 0

  constructor(parts: ShowParts) {
    this.#parts = parts
  }

  /** The first step of a feature is due, or the next one of a feature that was left. */
  async begin(round: SlotsRound, due: Due): Promise<void> {
    const { badges, board, definition, hud, scene } = this.#parts
    const last = round.steps.at(-1)
    hud.feature(true)
    if (due.kind === 'respin') {
      if (definition.hold_and_win !== undefined) await this.#beginHold(last?.coins ?? [], due)
      else await this.#beginRespins(last)
      return
    }
    const { multiplier = 1, sticky_wilds: sticky } = definition.freespins ?? {}
    board.factor(multiplier)
    badges.multiplier(sticky === undefined ? multiplier : (last?.multiplier ?? 1))
    const symbol = round.steps.findLast((step) => step.expanding_symbol !== undefined)?.expanding_symbol
    if (symbol !== undefined) badges.symbol(() => symbolPicture(scene.textures, symbol))
  }

  /** A step begins: which free spin it is, or how many respins are left after it. */
  turn({ kind, left, total }: Due): void {
    const { badges, context, definition, features } = this.#parts
    const { frame, t } = context
    features.lift()
    badges.ways(null)
    if (kind === 'respin') {
      this.#respins = total
      this.#showRespins(left - 1)
      return
    }
    // What the last spin has climbed does not count for this one; wilds that stay keep theirs.
    const { multiplier = 1, sticky_wilds: sticky } = definition.freespins ?? {}
    if (sticky === undefined) badges.multiplier(multiplier)
    const number = total - left + 1
    const text = t('game.freespin_of', { number, total })
    frame.showStatus(text)
    badges.feature(text, `${number}/${total}`)
  }

  /** Draws the free cells anew; the first coin that falls sets the respins back. */
  async respin(coins: readonly Coin[]): Promise<void> {
    const { board, celebration, context, features, playback, reels } = this.#parts
    const { frame, money, sound, t } = context
    const places = new Set(this.#held.map(({ position }) => position.join()))
    const fresh = coins.filter(({ position }) => !places.has(position.join()))
    await features.respin(coins, (index) => {
      sound.scatter(index + 1)
      this.#held = [...this.#held, ...fresh.slice(index, index + 1)]
      board.won(this.#held)
      this.#showRespins(this.#respins)
    })
    this.#held = coins
    reels.blank(coins)
    board.won(coins)
    frame.announce(readCoins(t, money, coins))
    for (const { amount_cents: amount, prize } of fresh) {
      if (prize === undefined) continue
      // A press that hurried the coins has not put the prize away.
      playback.rewind()
      await celebration.announce(t(`game.prize_${prize}`), money(amount))
    }
  }

  /** A step has been shown: what is left of the respins of hold and win. */
  shown(round: SlotsRound): void {
    const last = round.steps.at(-1)
    if (round.next !== null && last !== undefined && isHolding(last, this.#parts.definition)) this.#showRespins(round.next.left)
  }

  /** Counts the coins of hold and win, one after another, into what the round has won before. */
  async collect({ coins, wins, amount_cents: amount }: Extract<Beat, { kind: 'collect' }>, before: number, stakeCents: number): Promise<void> {
    const { context, definition, hud, playback, wins: winShow } = this.#parts
    const { frame, money, sound, t } = context
    const coin = symbolOf(definition, 'coin') ?? ''
    const cells = coins.map(({ position }) => position)
    const full = wins.find(({ kind }) => kind === 'full')
    const coinsCents = Math.min(amount, worthOf(coins))
    const show = (count: number): void => {
      // The most that a round may win can be less than its coins are worth.
      const sum = before + Math.min(amount, worthOf(coins.slice(0, count)))
      winShow.light(coin, cells.slice(0, count))
      hud.win(sum, sum > stakeCents)
    }
    frame.showStatus(
      readHits(
        t,
        wins.filter(({ kind }) => kind !== 'full'),
      ),
      'won',
    )
    if (motionIsReduced()) {
      show(cells.length)
      await playback.wait(COINS_STILL_MS)
    } else {
      for (let count = 1; count <= cells.length && !playback.skipping; count += 1) {
        show(count)
        sound.count(count / cells.length)
        await playback.wait(coins[count - 1]?.prize === undefined ? COIN_MS : PRIZE_MS)
      }
      winShow.light(coin, cells)
    }
    if (full !== undefined) await this.#grand(full, before + coinsCents, before + amount, stakeCents)
    hud.win(before + amount, before + amount > stakeCents)
    frame.showStatus(wins.map((win) => readWin(t, money, win)).join('. '), 'won')
    await playback.wait(COINS_STILL_MS)
  }

  /** Announces the prize of a full window and counts it, even if the count of the coins was skipped. */
  async #grand(full: Win, from: number, to: number, stakeCents: number): Promise<void> {
    const { celebration, context, hud, playback } = this.#parts
    const { frame, money, t } = context
    playback.rewind()
    frame.showStatus(readHits(t, [full]), 'won')
    await celebration.announce(t('game.prize_grand'), money(full.amount_cents))
    if (motionIsReduced()) return
    await playback.animate(countUpDuration(winLevel(to - from, stakeCents)), (share) => {
      const sum = countUp(from, to, share, 1)
      hud.win(sum, sum > stakeCents)
    })
  }

  /** Ends a feature on a plate. One that paid once and has no coins to hold has told its win. */
  async end(round: SlotsRound, level: WinLevel): Promise<void> {
    const { badges, celebration, context, definition, hud, playback } = this.#parts
    const { frame, money, t } = context
    const last = round.steps.at(-1)
    const totalCents = round.win_cents
    const holds = last !== undefined && isHolding(last, definition)
    const respins = last?.kind === 'respin' && !holds
    const hasPlate = !respins || round.steps.filter(({ win_cents: won }) => won > 0).length > 1
    const tone = level === 'none' ? 'plain' : 'won'
    const told = (): void => {
      const text = totalCents === 0 ? t('game.feature_nothing') : t('game.total_won', { amount: money(totalCents) })
      frame.showStatus(text, tone)
      hud.win(totalCents, level !== 'none')
    }
    if (hasPlate) await playback.wait(END_MS)
    badges.clear()
    if (!hasPlate) told()
    else {
      const title = t(holds ? 'game.hold_label' : respins ? 'game.respin' : 'game.freespins_label')
      // The amount is said when it has been counted.
      frame.showStatus(t(totalCents === 0 ? 'game.feature_nothing' : 'game.total_win'), tone)
      const isFree = !holds && !respins
      const shownCents = isFree ? freespinsWon(round) : totalCents
      const shownLevel = isFree && level !== 'none' ? nameLeft(round, shownCents) : level
      await celebration.outro(title, { totalCents: shownCents, level: shownLevel, betCents: round.bet_cents, isCounted: true, told })
    }
    if (holds) this.#restore(round)
    hud.feature(false)
  }

  /** Nothing of a feature is left on the stage. */
  clear(): void {
    const { badges, board, features, hud, reels } = this.#parts
    this.#held = []
    badges.clear()
    badges.ways(null)
    board.factor(1)
    board.won([])
    reels.covered = []
    features.clear()
    hud.feature(false)
    this.dusk(false)
  }

  /** The light and the music of a feature, or of paid spins. */
  dusk(yes: boolean): void {
    this.#parts.scene.dusk(yes)
    this.#parts.context.sound.part(yes ? 'bonus' : 'base')
  }

  /** Coins that started hold and win: all else leaves the window. */
  async #beginHold(coins: readonly Coin[], due: Due): Promise<void> {
    const { celebration, context, effects, features, playback, reels, wins } = this.#parts
    const { frame, money, t } = context
    this.#held = coins
    this.#respins = due.total
    playback.rewind()
    wins.stop()
    effects.clear()
    frame.showStatus(`${t('game.hold_begins')} ${readCoins(t, money, coins)}`)
    reels.blank(coins)
    features.coins(coins, true)
    this.dusk(true)
    await celebration.intro(t('game.hold_label'), t('game.hold_coins', { count: coins.length }), t('game.hold_resets', { respins: due.total }))
    this.#showRespins(due.left)
  }

  /** A wild has covered its reel: the others are about to turn again. */
  async #beginRespins(last: SlotsStep | undefined): Promise<void> {
    const { badges, celebration, context, definition, playback } = this.#parts
    const { frame, t } = context
    const wild = symbolOf(definition, 'wild')
    badges.covered(last?.covered?.length ?? 0)
    badges.multiplier(last?.multiplier ?? 1)
    playback.rewind()
    frame.showStatus(t('game.respin'))
    this.dusk(true)
    await celebration.announce(wild === undefined ? '' : symbolName(t, wild), t('game.respin'))
  }

  /** How many respins are left, and what the coins are worth so far. */
  #showRespins(left: number): void {
    const { badges, context, definition } = this.#parts
    const { frame, money, t } = context
    if (definition.hold_and_win === undefined) {
      frame.showStatus(t('game.respin'))
      badges.feature(t('game.respin'), t('game.respin_short'))
      return
    }
    const text = t('game.respins_left', { left })
    const sum = money(worthOf(this.#held))
    frame.showStatus(`${text} · ${sum}`)
    badges.feature(text)
    badges.sum(sum)
  }

  /** The window that hold and win has begun with, as the reels stand when they turn again. */
  #restore({ steps: [first] }: SlotsRound): void {
    const { definition, effects, features, reels, wins } = this.#parts
    if (first === undefined) return
    wins.stop()
    effects.clear()
    reels.show(restingWindow(first, definition))
    features.coins(first.coins ?? [], false)
  }
}

/** What the free spins of a round have won; the spin that awarded them has told its own. */
function freespinsWon({ steps }: SlotsRound): number {
  return steps.reduce((sum, { kind, win_cents: won }) => sum + (kind === 'freespin' ? won : 0), 0)
}

/** How much the plate makes of free spins: a name that one of them has borne is not given again. */
function nameLeft({ bet_cents: bet, steps }: SlotsRound, wonCents: number): WinLevel {
  const level = winLevel(wonCents, bet)
  const isBorne = steps.some((step) => step.kind === 'freespin' && stepLevel(step, bet) === level)
  return isBorne || level === 'none' ? 'win' : level
}
