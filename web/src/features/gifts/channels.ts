import { channel } from '@/api/realtime'
import { applyBonus, applyFreespins, BONUSES, FREESPINS } from '@/api/session/bonuses'
import { isBonus, isFreespins } from './model/frame'

/** Every change of the player's gifts, as whole records. A change between the answer and the first connection is in neither. */
export const giftChannels = [
  channel('bonuses_changes', { isFrame: isBonus, apply: applyBonus, afterGap: [BONUSES], afterConnect: [BONUSES] }),
  channel('freespins_changes', { isFrame: isFreespins, apply: applyFreespins, afterGap: [FREESPINS], afterConnect: [FREESPINS] }),
]
