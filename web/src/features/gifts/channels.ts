import { channel } from '@/api/realtime'
import { applyBonus, applyFreespins, BONUSES, FREESPINS, SPORT_BONUSES } from '@/api/session/bonuses'
import { isBonus, isFreespins } from './model/frame'

/** Every change of the player's gifts, as whole records. A change between the answer and the first connection is in neither. */
export const giftChannels = [
  channel('bonuses_changes', { isFrame: isBonus, apply: applyBonus, afterGap: [BONUSES, SPORT_BONUSES], afterConnect: [BONUSES, SPORT_BONUSES] }),
  channel('freespins_changes', { isFrame: isFreespins, apply: applyFreespins, afterGap: [FREESPINS], afterConnect: [FREESPINS] }),
]
