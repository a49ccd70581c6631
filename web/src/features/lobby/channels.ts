import { recentWinsQuery } from '@/api/info/catalogue'
import { channel } from '@/api/realtime'
import type { RecentWin } from '@/api/types'
import { hasAmounts, hasTexts, isObject } from '@/platform/shapes'

/** Wins kept in the ticker. */
const WINS_MAX = 20

function isWin(data: unknown): data is RecentWin {
  if (!isObject(data) || !isObject(data.game)) return false
  return hasTexts(data, 'user_name', 'currency', 'created_at') && hasAmounts(data, 'amount_cents') && hasTexts(data.game, 'identifier', 'title', 'preview')
}

/** The wins that the ticker shows. */
export const lobbyChannels = [
  channel('wins', {
    isFrame: isWin,
    // A list that was never loaded stays so: a frame alone would pass for all of it.
    apply: (client, win) => client.setQueryData(recentWinsQuery.queryKey, (wins) => wins && [win, ...wins].slice(0, WINS_MAX)),
  }),
]
