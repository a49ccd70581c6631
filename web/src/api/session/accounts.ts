import { queryOptions, replaceEqualDeep, useQuery, type QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import { BACKGROUND } from '../transport'
import { PLAYER_SCOPE } from '../keys'
import { STALE_MS } from '../staleTimes'
import type { Account, BalanceFrame } from '../types'
import { passFrameOn } from './balanceFrames'
import { passBalance } from './balanceHold'
import { usePlayer } from './player'

/** The player's wallets. Each balance is the newest known, whether an answer or a frame brought it. */
export const accountsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'accounts'],
  queryFn: ({ signal }) => request('GET', '/api/player/accounts', { signal }),
  staleTime: STALE_MS.live,
  structuralSharing: (known, next) => replaceEqualDeep(known, newestOf(known as Account[] | undefined, next as Account[])),
})

/** The wallets of `next`, except for balances that are known from a later place in the log. */
function newestOf(known: Account[] | undefined, next: Account[]): Account[] {
  return next.map((account) => {
    const other = known?.find(({ currency }) => currency === account.currency)
    return other && other.seq > account.seq ? { ...other, active: account.active } : account
  })
}

/** Asks for the wallets while no frames come. It is the page that asks, so the session does not count it as the player. */
export async function pollAccounts(client: QueryClient): Promise<void> {
  const queryFn = () => request('GET', '/api/player/accounts', { headers: BACKGROUND })
  await client.fetchQuery({ ...accountsQuery, queryFn, staleTime: 0 }).catch(() => undefined)
}

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

/** What a player without any wallet sees: a zero in the currency of the account. */
export function emptyAccount(currency: string | null | undefined): Account {
  return { currency: currency ?? 'EUR', amount_cents: 0, bonus_amount_cents: 0, available_to_cashout_cents: 0, active: true, seq: 0 }
}

/** Puts a balance told by realtime into the cached wallets and passes it on, unless a later one is known. */
export function patchBalance(client: QueryClient, frame: BalanceFrame): void {
  const known = client.getQueryData(accountsQuery.queryKey)?.find(({ currency }) => currency === frame.currency)
  if (known && known.seq > frame.seq) {
    // An answer was quicker: who follows the frames is told what it said.
    const { amount_cents, bonus_amount_cents, available_to_cashout_cents, seq } = known
    passFrameOn({ ...frame, amount_cents, bonus_amount_cents, available_to_cashout_cents, seq })
    return
  }
  passBalance(frame, known)
  client.setQueryData(accountsQuery.queryKey, (accounts) =>
    accounts?.map((account) =>
      account.currency === frame.currency
        ? {
            ...account,
            amount_cents: frame.amount_cents,
            bonus_amount_cents: frame.bonus_amount_cents,
            available_to_cashout_cents: frame.available_to_cashout_cents,
            seq: frame.seq,
          }
        : account,
    ),
  )
  passFrameOn(frame)
}
