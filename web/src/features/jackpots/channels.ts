import { applyJackpotAmounts, isJackpotAmounts, JACKPOTS } from '@/api/info/jackpots'
import { AWARDS, type JackpotAward } from '@/api/info/jackpotAwards'
import { channel, reload } from '@/api/realtime'
import { accountsQuery } from '@/api/session/accounts'
import { hasAmounts, hasTexts, isObject } from '@/platform/shapes'
import { WINS } from './api/wins'

const NAMES: readonly unknown[] = ['gold', 'silver', 'bronze']

function isAward(data: unknown): data is JackpotAward {
  if (!isObject(data) || !NAMES.includes(data.jackpot_level_name)) return false
  return hasTexts(data, 'id', 'jackpot_identifier', 'jackpot_title', 'currency', 'created_at') && hasAmounts(data, 'amount_cents')
}

/** Amounts for everybody, and what the player has won. */
export const jackpotChannels = [
  channel('jackpots_changes', {
    isFrame: isJackpotAmounts,
    apply: (client, amounts) => {
      // A cycle that was won reveals something, and somebody.
      if (applyJackpotAmounts(client, amounts)) reload(client, [JACKPOTS, WINS])
    },
    afterGap: [JACKPOTS],
    afterConnect: [JACKPOTS],
  }),
  channel('jackpot_win_award', {
    isFrame: isAward,
    apply: (client, award) => {
      client.setQueryData<JackpotAward[]>(AWARDS, (awards = []) => (awards.some(({ id }) => id === award.id) ? awards : [...awards, award]))
      reload(client, [accountsQuery.queryKey, WINS])
    },
  }),
]
