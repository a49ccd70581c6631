import { channel } from '@/api/realtime'
import { applyBonus, applyFreespins, BONUSES, FREESPINS } from '@/api/session/bonuses'
import { isBonus, isFreespins } from './model/frame'

/** Every change of the player's gifts, as whole records. */
export const giftChannels = [
  channel('bonuses_changes', { isFrame: isBonus, apply: applyBonus, afterGap: [BONUSES] }),
  channel('freespins_changes', { isFrame: isFreespins, apply: applyFreespins, afterGap: [FREESPINS] }),
]
