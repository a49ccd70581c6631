import { canPlayForMoney, hasDemo, isPrerelease } from '@/domain/game'
import { t } from './messages'

type Offer = Parameters<typeof canPlayForMoney>[0] & Parameters<typeof hasDemo>[0]

/** Why a game cannot be played for money; null where it can. */
export function noRealPlayText(game: Offer): string | null {
  if (canPlayForMoney(game)) return null
  return isPrerelease(game) && game.playable && hasDemo(game) ? t('tile.prerelease') : t('play.not_here')
}
