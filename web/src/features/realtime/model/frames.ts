import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { recentWinsQuery } from '@/api/info/catalogue'
import { MINE } from '@/api/keys'
import { accountsQuery, patchBalance } from '@/api/session/accounts'
import { applyPayment } from '@/api/session/payments'
import { playerQuery } from '@/api/session/player'
import type { BalanceFrame, Payment, RecentWin } from '@/api/types'

/** Wins kept in the ticker. */
const WINS_MAX = 20

/** What each channel's frames change. Private channels are named `{name}#{user channel id}`. */
const HANDLERS: Record<string, (client: QueryClient, data: unknown) => void> = {
  balance: (client, data) => patchBalance(client, data as BalanceFrame),
  wins: (client, data) =>
    client.setQueryData(recentWinsQuery.queryKey, (wins = []) => [data as RecentWin, ...wins].slice(0, WINS_MAX)),
  payments_changes: (client, data) => applyPayment(client, data as Payment),
  groups_updates: (client) => void client.invalidateQueries({ queryKey: playerQuery.queryKey }),
}

/** What is asked for again when frames of a channel were lost. */
const RELOADS: Record<string, QueryKey> = {
  balance: accountsQuery.queryKey,
  payments_changes: [MINE, 'payments'],
  groups_updates: playerQuery.queryKey,
}

/** Asks again for what lost frames of a channel would have told. */
export function reloadAfterGap(client: QueryClient, channel: string): void {
  const [name = ''] = channel.split('#')
  const queryKey = RELOADS[name]
  if (queryKey) void client.invalidateQueries({ queryKey })
}

/** Works a frame into what the site shows. Frames of channels that the site does not know are left alone. */
export function applyFrame(client: QueryClient, channel: string, data: unknown): void {
  const [name = ''] = channel.split('#')
  HANDLERS[name]?.(client, data)
}
