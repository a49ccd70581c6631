import type { GameContext } from '../context'
import type { SlotsDefinition } from '../play/types'
import type { Celebration } from '../shell/celebration'
import { type Playback, motionIsReduced } from '../shell/motion'
import type { Badges } from './badges'
import type { Board } from './board'
import type { Effects } from './effects'
import type { FeatureLayer } from './featureLayer'
import type { Hud } from './hud'
import { readCoins, symbolName } from './reading'
import type { Reels } from './reels'
import type { Scene } from './scene'
import type { Beat, Window } from './timeline'
import type { WinShow } from './winShow'

/** What beats are shown with. */
export interface BeatParts {
  context: GameContext
  definition: SlotsDefinition
  playback: Playback
  scene: Scene
  reels: Reels
  effects: Effects
  features: FeatureLayer
  badges: Badges
  board: Board
  celebration: Celebration
  wins: WinShow
  hud: Hud
  /** Hears that the reels have stopped. */
  landed: () => void
}

/** Shows the beats of a step on the stage, and says them. */
export class BeatShow {
  readonly #parts: BeatParts

  constructor(parts: BeatParts) {
    this.#parts = parts
  }

  /** On reels of changing height, how many ways the window has. */
  #showWays(window: Window): void {
    const { badges, context, definition } = this.#parts
    if (definition.heights === undefined) return
    badges.ways(context.t('game.ways_now', { ways: window.reduce((ways, column) => ways * column.length, 1) }))
  }

  /** Shows a beat. Of its round so much was won before; `alone` says that the round is no more than this step. */
  async show(beat: Beat, wonBefore: number, alone: boolean): Promise<void> {
    const { context, badges, board, features, reels, effects, scene, celebration, playback, hud } = this.#parts
    const { frame, t, money, sound } = context
    switch (beat.kind) {
      case 'spin':
        badges.multiplier(1)
        badges.ways(null)
        await reels.land(beat.window, beat.anticipation)
        this.#showWays(beat.window)
        this.#parts.landed()
        break
      case 'coins':
        features.coins(beat.coins, false)
        board.won(beat.coins)
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
        await features.respin(beat.coins, (index) => sound.scatter(index + 1))
        reels.blank(beat.coins)
        board.won(beat.coins)
        frame.announce(readCoins(t, money, beat.coins))
        break
      case 'expanding':
        playback.rewind()
        frame.showStatus(t('game.expanding_chosen', { symbol: symbolName(t, beat.symbol) }))
        await celebration.announce(t('game.expanding_label'), symbolName(t, beat.symbol))
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
        // What held coins pay is told by the plate that ends them.
        if (alone || (beat.level !== 'win' && !beat.isHeld)) await celebration.win(beat.amount_cents, beat.level)
        hud.win(wonBefore + beat.amount_cents, beat.level !== 'none')
        break
      case 'freespins':
        playback.rewind()
        frame.showStatus(t(beat.retrigger ? 'game.freespins_more' : 'game.freespins_awarded', { count: beat.count }))
        scene.dusk(true)
        sound.part('bonus')
        if (beat.retrigger) await celebration.announce(t('game.freespins_label'), `+${beat.count}`)
        else await celebration.intro(t('game.freespins_label'), String(beat.count))
        break
    }
  }
}
