import type { Coin } from '../play/types'
import { motionIsReduced } from '../shell/motion'
import { type WinLevel } from '../play/countup'
import type { ShowParts, SlotsRound } from './parts'
import { readCoins, readHits, readWin, worthOf } from './reading'
import { symbolPicture } from './symbolPicture'
import { type Beat, isHolding, restingWindow, symbolOf } from './timeline'

/** How long each coin is lit while the coins are counted, and how long all of them are where nothing moves. */
const COIN_MS = 150
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
    const { badges, context, features } = this.#parts
    const { frame, t } = context
    features.lift()
    if (kind === 'respin') {
      this.#respins = total
      this.#showRespins(left - 1)
      return
    }
    const number = total - left + 1
    const text = t('game.freespin_of', { number, total })
    frame.showStatus(text)
    badges.feature(text, `${number}/${total}`)
  }

  /** Draws the free cells anew; the first coin that falls sets the respins back. */
  async respin(coins: readonly Coin[]): Promise<void> {
    const { board, context, features, reels } = this.#parts
    const { frame, money, sound, t } = context
    const places = new Set(this.#held.map(({ position }) => position.join()))
    const fresh = coins.filter(({ position }) => !places.has(position.join()))
    await features.respin(coins, (index) => {
      sound.scatter(index + 1)
      this.#held = [...this.#held, ...fresh.slice(index, index + 1)]
      this.#showRespins(this.#respins)
    })
    this.#held = coins
    reels.blank(coins)
    board.won(coins)
    frame.announce(readCoins(t, money, coins))
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
    const full = wins.filter(({ kind }) => kind === 'full')
    const show = (count: number): void => {
      // The most that a round may win can be less than its coins are worth.
      const sum = before + Math.min(amount, worthOf(coins.slice(0, count)))
      winShow.light(coin, cells.slice(0, count))
      hud.win(sum, sum > stakeCents)
    }
    frame.showStatus(readHits(t, full.length > 0 ? full : wins), 'won')
    if (motionIsReduced()) {
      show(cells.length)
      await playback.wait(COINS_STILL_MS)
    } else {
      for (let count = 1; count <= cells.length && !playback.skipping; count += 1) {
        show(count)
        sound.count(count / cells.length)
        await playback.wait(COIN_MS)
      }
      winShow.light(coin, cells)
    }
    hud.win(before + amount, before + amount > stakeCents)
    frame.showStatus(wins.map((win) => readWin(t, money, win)).join('. '), 'won')
    await playback.wait(COINS_STILL_MS)
  }

  /** Ends a feature on a plate. Respins that are no feature of their own have told their wins one by one. */
  async end(round: SlotsRound, level: WinLevel): Promise<void> {
    const { badges, celebration, context, definition, hud, playback } = this.#parts
    const { frame, money, t } = context
    const last = round.steps.at(-1)
    const totalCents = round.win_cents
    const holds = last !== undefined && isHolding(last, definition)
    const isPlain = last?.kind === 'respin' && !holds
    if (!isPlain) await playback.wait(END_MS)
    badges.clear()
    const told = (): void => {
      const text = totalCents === 0 ? t('game.feature_nothing') : t('game.total_won', { amount: money(totalCents) })
      frame.showStatus(text, level === 'none' ? 'plain' : 'won')
      hud.win(totalCents, level !== 'none')
    }
    if (isPlain) told()
    else {
      const title = t(holds ? 'game.hold_label' : 'game.freespins_label')
      await celebration.outro(title, { totalCents, level, betCents: round.bet_cents, isCounted: holds, told })
    }
    if (holds) this.#restore(round)
    hud.feature(false)
  }

  /** Nothing of a feature is left on the stage. */
  clear(): void {
    const { badges, board, features, hud, reels } = this.#parts
    this.#held = []
    badges.clear()
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
    await celebration.intro(t('game.hold_label'), t('game.hold_coins', { count: coins.length }))
    this.#showRespins(due.left)
  }

  /** How many respins are left, and what the coins are worth so far. */
  #showRespins(left: number): void {
    const { badges, context, definition } = this.#parts
    const { frame, money, t } = context
    if (definition.hold_and_win === undefined) {
      frame.showStatus(t('game.respin'))
      badges.feature(t('game.respin'))
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
