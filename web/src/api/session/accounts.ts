import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import { MINE } from '../keys'
import { STALE_MS } from '../staleTimes'
import type { Account, BalanceFrame } from '../types'
import { usePlayer } from './player'

/** The player's wallets. */
export const accountsQuery = queryOptions({
  queryKey: [MINE, 'accounts'],
  queryFn: ({ signal }) => request<Account[]>('GET', '/api/player/accounts', { signal }),
  staleTime: STALE_MS.live,
})

/** The wallets, or undefined for a guest and before the first answer. */
export function useAccounts(): Account[] | undefined {
  const player = usePlayer()
  return useQuery({ ...accountsQuery, enabled: Boolean(player) }).data
}

/** The wallet that bets are paid from. */
export function useActiveAccount(): Account | undefined {
  const accounts = useAccounts()
  return accounts?.find((account) => account.active) ?? accounts?.[0]
}

/** Puts a balance told by realtime or by a game into the cached wallets. */
export function patchBalance(client: QueryClient, frame: Omit<BalanceFrame, 'seq'>): void {
  client.setQueryData(accountsQuery.queryKey, (accounts) =>
    accounts?.map((account) =>
      account.currency === frame.currency
        ? {
            ...account,
            amount_cents: frame.amount_cents,
            bonus_amount_cents: frame.bonus_amount_cents,
            available_to_cashout_cents: frame.available_to_cashout_cents,
          }
        : account,
    ),
  )
}
