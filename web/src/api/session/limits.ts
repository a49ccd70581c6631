import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import { PLAYER_SCOPE } from '../keys'
import { STALE_MS } from '../staleTimes'
import type { UserLimit } from '../types'
import { usePlayer } from './player'

/** The player's limits that are in force. */
export const limitsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'limits'],
  queryFn: ({ signal }) => request('GET', '/api/user_limits', { signal }),
  staleTime: STALE_MS.live,
})

/** The limits, or undefined for a guest, before the first answer, and when they cannot be loaded. */
export function useLimits(): UserLimit[] | undefined {
  const player = usePlayer()
  return useQuery({ ...limitsQuery, enabled: Boolean(player) }).data
}

type LimitAccount = UserLimit['accounts'][number]

/** An amount less the absolute value of what was counted, where that leaves nothing. */
export function isUsedUp(account: LimitAccount): boolean {
  const cap = account.amount_cents ?? account.amount_minutes
  const used = account.current_value_amount_cents ?? account.current_value_minutes
  return typeof cap === 'number' && cap - Math.abs(used ?? 0) <= 0
}

const PAUSES = ['coolingoff', 'selfexclusion']

/** Whether a limit is reached for the wallet of `currency`; a pause is for as long as it lasts. */
export function isReached(limit: UserLimit, currency: string | undefined): boolean {
  if (PAUSES.includes(limit.type)) return true
  return limit.accounts.some((account) => (!account.currency || account.currency === currency) && isUsedUp(account))
}

/** The limit on deposits of the wallet of `currency` that is used up. */
export function reachedDepositLimit(limits: UserLimit[] | undefined, currency: string): UserLimit | undefined {
  return limits?.find((limit) => limit.type === 'deposit' && isReached(limit, currency))
}

/** Puts a limit as the server has answered it into the list, and has the rest read again. */
export function keepLimit(client: QueryClient, limit: UserLimit): void {
  client.setQueryData(limitsQuery.queryKey, (limits) => limits && [...limits.filter(({ id }) => id !== limit.id), limit])
  void client.invalidateQueries({ queryKey: limitsQuery.queryKey })
}
