import type { GameContext } from '../context'
import type { RoundView, SlotsDefinition, SlotsStep } from '../play/types'
import type { Celebration } from '../shell/celebration'
import type { Playback } from '../shell/motion'
import type { Badges } from './badges'
import type { Board } from './board'
import type { Effects } from './effects'
import type { FeatureLayer } from './featureLayer'
import type { Hud } from './hud'
import type { Reels } from './reels'
import type { Scene } from './scene'
import type { WinShow } from './winShow'

/** A round as the client shows it. */
export type SlotsRound = RoundView<SlotsStep>

/** The step that beats belong to. */
export interface Told {
  round: SlotsRound
  index: number
}

/** What a round is shown with. */
export interface ShowParts {
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
}
