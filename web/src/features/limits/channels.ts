import { channel, reload } from '@/api/realtime'
import { limitsQuery } from '@/api/session/limits'
import { hasTexts, isObject } from '@/platform/shapes'

/** A limit that is used up, or limits that were changed. */
function isLimitUpdate(data: unknown): data is { type: string; period: string; reached: true } | { changed: true } {
  return isObject(data) && (data.changed === true || (hasTexts(data, 'type', 'period') && data.reached === true))
}

const LIMITS = [limitsQuery.queryKey]

/** The player's limits: what was counted is read anew, because a limit has an entry for each wallet. */
export const limitsChannels = [channel('game_limits', { isFrame: isLimitUpdate, apply: (client) => reload(client, LIMITS), afterGap: LIMITS })]
