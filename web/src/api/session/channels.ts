import { hasAmounts, hasTexts, isObject } from '@/platform/shapes'
import { PLAYER_SCOPE } from '../keys'
import { channel, reload } from '../realtime'
import type { BalanceFrame } from '../types'
import { accountsQuery, patchBalance } from './accounts'
import { playerQuery } from './player'

function isBalance(data: unknown): data is BalanceFrame {
  if (!isObject(data) || !hasTexts(data, 'currency')) return false
  const isOfRound = data.round_id === null || typeof data.round_id === 'string'
  return isOfRound && hasAmounts(data, 'amount_cents', 'bonus_amount_cents', 'available_to_cashout_cents', 'seq')
}

/** Groups that the player joined or left. */
function isGroupsUpdate(data: unknown): data is { added: unknown[]; removed: unknown[] } {
  return isObject(data) && Array.isArray(data.added) && Array.isArray(data.removed)
}

/** What depends on the player's groups: who that is, banners, what there is to read, and who answers in the chat. */
const OF_GROUPS = [playerQuery.queryKey, ['banners'], [PLAYER_SCOPE, 'notices'], [PLAYER_SCOPE, 'notifications'], [PLAYER_SCOPE, 'chat'], ['config', 'manager']]

/** The player's wallets and groups. */
export const sessionChannels = [
  channel('balance', { isFrame: isBalance, apply: patchBalance, afterGap: [accountsQuery.queryKey] }),
  channel('groups_updates', { isFrame: isGroupsUpdate, apply: (client) => reload(client, OF_GROUPS), afterGap: OF_GROUPS }),
]
