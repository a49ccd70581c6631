import type { PlayApi } from './play/api'
import type { Balance } from './play/balance'
import type { Gifts } from './play/gifts'
import type { Translate } from './play/messages'
import type { MoneyFormat } from './play/money'
import type { PlayedRound } from './play/replay'
import type { Site } from './play/site'
import type { Sitting } from './play/sitting'
import type { Session } from './play/types'
import type { Frame } from './shell/frame'
import type { Sound } from './shell/sound'

/** What a client is started with. */
export interface GameContext {
  session: Session
  api: PlayApi
  balance: Balance
  gifts: Gifts
  site: Site
  sitting: Sitting
  t: Translate
  money: MoneyFormat
  frame: Frame
  sound: Sound
  /** The round that is shown again, where none is played. */
  replay?: PlayedRound
}

/** The last part of `provider/slug`: the name of the game's pictures. */
export function gameSlug(session: Session): string {
  return session.game.identifier.split('/').at(-1) ?? session.game.identifier
}
