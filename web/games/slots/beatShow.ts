import { motionIsReduced } from '../shell/motion'
import type { FeatureShow } from './featureShow'
import type { ShowParts, SlotsRound } from './parts'
import { readHits, symbolName } from './reading'
import { symbolPicture } from './symbolPicture'
import { type Beat, type Window, winsOf } from './timeline'

/** The step that beats belong to. */
export interface Told {
  round: SlotsRound
  index: number
}

/** Shows the beats of a step on the stage, and says them. */
export class BeatShow {
  readonly #parts: ShowParts
  readonly #feature: FeatureShow
  readonly #landed: () => void

  /** `landed` hears that the reels have stopped. */
  constructor(parts: ShowParts, feature: FeatureShow, landed: () => void) {
    this.#parts = parts
    this.#feature = feature
    this.#landed = landed
  }

  /** Shows a beat. */
  async show(beat: Beat, told: Told): Promise<void> {
    const { context, badges, board, features, reels, effects, playback } = this.#parts
    const { frame, t, sound } = context
    switch (beat.kind) {
      case 'spin':
        if (beat.multiplier !== null) badges.multiplier(beat.multiplier)
        badges.ways(null)
        // Each coin says what it is worth as soon as its reel stands still.
        if (beat.coins.length > 0) features.coins(beat.coins, false)
        await reels.land(beat.window, beat.anticipation)
        if (beat.coins.length > 0) board.won(beat.coins)
        this.#showWays(beat.window)
        this.#landed()
        break
      case 'nudge':
        frame.showStatus(t('game.nudge'))
        await reels.nudge(beat.window, beat.by)
        break
      case 'reveal':
        frame.showStatus(t('game.revealed', { symbol: symbolName(t, beat.symbol) }))
        sound.tumble()
        await playback.wait(motionIsReduced() ? 200 : 380)
        reels.show(beat.window)
        break
      case 'cover':
        reels.show(beat.window)
        if (this.#parts.definition.expanding_wild !== undefined) reels.covered = beat.reels
        badges.multiplier(beat.multiplier)
        sound.anticipation()
        await features.cover(beat.reels)
        break
      case 'sticky':
        features.stick(beat.cells)
        badges.multiplier(beat.multiplier)
        break
      case 'hold':
        await this.#feature.respin(beat.coins)
        break
      case 'collect':
        await this.#feature.collect(beat, wonBefore(told), told.round.stake_cents)
        break
      case 'trigger':
        await this.#parts.wins.trigger(beat)
        break
      case 'expanding':
        await this.#choose(beat.symbol)
        break
      case 'wins':
        await this.#parts.wins.all(beat)
        break
      case 'tumble':
        // The symbols that won leave: nothing of theirs is lit again at rest.
        this.#parts.wins.stop()
        badges.multiplier(beat.multiplier)
        if (beat.multiplier > 1) frame.showStatus(t('game.multiplier', { multiplier: beat.multiplier }))
        if (!motionIsReduced()) {
          sound.tumble()
          await effects.burst(beat.removed)
          effects.clear()
          reels.showUnder(beat.window, beat.drops)
          await effects.fall(beat.drops)
        }
        reels.show(beat.window)
        this.#showWays(beat.window)
        break
      case 'total':
        await this.#total(beat, told)
        break
      case 'freespins':
        await this.#award(beat)
        break
    }
  }

  /** On reels of changing height, how many ways the window has. */
  #showWays(window: Window): void {
    const { badges, context, definition } = this.#parts
    if (definition.heights === undefined) return
    badges.ways(context.t('game.ways_now', { ways: window.reduce((ways, column) => ways * column.length, 1) }))
  }

  /** Counts what the step has won, then says it. What held coins pay has been counted coin by coin. */
  async #total({ amount_cents: amount, level, isHeld }: Extract<Beat, { kind: 'total' }>, told: Told): Promise<void> {
    if (isHeld) return
    const { celebration, context, hud } = this.#parts
    const { frame, t, money } = context
    const { round, index } = told
    const isAlone = round.next === null && round.steps.length === 1
    await celebration.win(amount, level, { betCents: round.bet_cents, isBrief: !isAlone })
    const won = wonBefore(told) + amount
    hud.win(won, won > round.stake_cents)
    const step = round.steps[index]
    const wins = step === undefined ? [] : winsOf(step)
    const sum = t(level === 'none' ? 'game.status_returned' : 'game.status_won', { amount: money(amount) })
    frame.showStatus(wins.length > 1 ? `${readHits(t, wins)} · ${sum}` : sum, level === 'none' ? 'plain' : 'won')
  }

  /** Free spins have been won: a first time, or more of them. */
  async #award({ count, retrigger }: Extract<Beat, { kind: 'freespins' }>): Promise<void> {
    const { celebration, context, definition, playback } = this.#parts
    const { frame, t } = context
    const multiplier = definition.freespins?.multiplier ?? 1
    playback.rewind()
    this.#feature.dusk(true)
    if (retrigger) {
      frame.showStatus(t('game.freespins_more', { count }), 'won')
      await celebration.announce(t('game.freespins_label'), `+${count}`)
      return
    }
    const note = multiplier > 1 ? t('game.all_wins_times', { multiplier }) : ''
    frame.showStatus([t('game.freespins_awarded', { count }), note].filter((text) => text !== '').join(' · '), 'won')
    await celebration.intro(t('game.freespins_label'), String(count), note)
  }

  /** The symbol of the free spins is drawn from all that can be. */
  async #choose(symbol: string): Promise<void> {
    const { celebration, context, definition, playback, scene } = this.#parts
    const { frame, t } = context
    const picture = (id: string): HTMLElement => symbolPicture(scene.textures, id)
    const pictures = Object.keys(definition.freespins?.expanding_symbol ?? {}).map(picture)
    const name = symbolName(t, symbol)
    playback.rewind()
    await celebration.choose(t('game.expanding_label'), pictures, picture(symbol), name, () =>
      frame.showStatus(t('game.expanding_chosen', { symbol: name }), 'won'),
    )
  }
}

/** What the round had won before the step. */
function wonBefore({ round, index }: Told): number {
  return round.steps.slice(0, index).reduce((sum, { win_cents: win }) => sum + win, 0)
}
