import { motionIsReduced } from '../shell/motion'
import { WinBeats, wonBefore } from './beatShowWins'
import type { FeatureShow } from './featureShow'
import type { ShowParts, Told } from './parts'
import { symbolName } from './reading'
import { symbolPicture } from './symbolPicture'
import type { Beat, Window } from './timeline'

/** How long stands what mysteries turn out to be, in milliseconds at normal pace. */
const REVEALED_MS = 500

/** Shows the beats of a step on the stage, and says them. */
export class BeatShow {
  readonly #parts: ShowParts
  readonly #feature: FeatureShow
  readonly #wins: WinBeats
  readonly #landed: () => void
  /** The window that reels are stopping on. */
  #landing: Window | null = null

  /** `landed` hears that the reels have stopped. */
  constructor(parts: ShowParts, feature: FeatureShow, landed: () => void) {
    this.#parts = parts
    this.#feature = feature
    this.#wins = new WinBeats(parts)
    this.#landed = landed
    const { scene } = parts
    const { onStop } = scene
    scene.onStop = (reel) => {
      onStop(reel)
      // Each reel that stops multiplies the ways.
      if (this.#landing !== null) this.#showWays(this.#landing.slice(0, reel + 1))
    }
  }

  /** Shows a beat. */
  async show(beat: Beat, told: Told): Promise<void> {
    const { context, badges, board, features, reels, effects } = this.#parts
    const { frame, t, sound } = context
    switch (beat.kind) {
      case 'spin':
        this.#wins.begin()
        if (beat.multiplier !== null) badges.multiplier(beat.multiplier)
        // Each coin says what it is worth as soon as its reel stands still.
        if (beat.coins.length > 0) features.coins(beat.coins, false)
        this.#landing = beat.window
        await reels.land(beat.window, beat.anticipation)
        this.#landing = null
        if (beat.coins.length > 0) board.won(beat.coins)
        this.#showWays(beat.window)
        this.#landed()
        break
      case 'nudge':
        frame.showStatus(t('game.nudge'))
        await reels.nudge(beat.window, beat.by)
        break
      case 'reveal':
        await this.#reveal(beat)
        break
      case 'cover':
        reels.show(beat.window)
        if (this.#parts.definition.expanding_wild !== undefined) {
          reels.covered = beat.reels
          badges.covered(beat.reels.length)
        }
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
        await this.#wins.show(beat, told)
        break
      case 'tumble':
        // The symbols that won leave: nothing of theirs is lit again at rest.
        this.#parts.wins.stop()
        // What the ladder multiplies is told with the next wins. Where its rungs are climbed for themselves, the fall has climbed one.
        if (this.#parts.definition.levels !== undefined) badges.multiplier(beat.multiplier)
        if (!motionIsReduced()) {
          sound.tumble()
          await effects.burst(beat.removed)
        }
        effects.clear()
        if (!motionIsReduced()) {
          reels.showUnder(beat.window, beat.drops)
          await effects.fall(beat.drops)
        }
        reels.show(beat.window)
        this.#showWays(beat.window)
        break
      case 'total':
        await this.#wins.total(beat, told)
        break
      case 'freespins':
        await this.#award(beat)
        break
    }
  }

  /** Mysteries burst reel by reel, and what was in them stands alone before it is evaluated. */
  async #reveal({ cells, symbol, window }: Extract<Beat, { kind: 'reveal' }>): Promise<void> {
    const { context, effects, playback, reels } = this.#parts
    const { frame, sound, t } = context
    frame.showStatus(t('game.revealed', { symbol: symbolName(t, symbol) }), 'won')
    if (motionIsReduced()) reels.show(window)
    else {
      for (const reel of new Set(cells.map(([at]) => at))) {
        sound.tumble()
        await effects.burst(cells.filter(([at]) => at === reel))
        reels.show(reels.window.map((column, at) => (at === reel ? (window[at] ?? column) : column)))
      }
      await effects.land(cells)
    }
    await playback.wait(REVEALED_MS)
  }

  /** On reels of changing height, how many ways the window has. */
  #showWays(window: Window): void {
    const { badges, definition } = this.#parts
    if (definition.heights !== undefined) badges.ways(window.reduce((ways, column) => ways * column.length, 1))
  }

  /** Free spins have been won: a first time, or more of them. */
  async #award({ count, retrigger }: Extract<Beat, { kind: 'freespins' }>): Promise<void> {
    const { celebration, context, definition, playback } = this.#parts
    const { frame, t } = context
    const { multiplier = 1, sticky_wilds: sticky } = definition.freespins ?? {}
    playback.rewind()
    this.#feature.dusk(true)
    if (retrigger) {
      frame.showStatus(t('game.freespins_more', { count }), 'won')
      await celebration.announce(t('game.freespins_label'), `+${count}`)
      return
    }
    const all = multiplier > 1 ? t('game.all_wins_times', { multiplier }) : ''
    const note = sticky === undefined ? all : t('game.freespins_sticky', { most: Math.max(...sticky.ladder) })
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
