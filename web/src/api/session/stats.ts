import { queryOptions, useQuery } from '@tanstack/react-query'
import { logError } from '@/platform/log'
import { request } from '../client'
import { whenFailed } from '../info/config'
import { PLAYER_SCOPE } from '../keys'
import { STALE_MS } from '../staleTimes'
import { usePlayer } from './player'

/** Sums by currency. A failure is one row of the log, and the page works without them. */
export const statsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'stats'],
  queryFn: async ({ signal }) => {
    try {
      return await request('GET', '/api/player/stats', { signal })
    } catch (error) {
      logError('LOAD_STATS_ERROR', error)
      throw error
    }
  },
  staleTime: STALE_MS.live,
  refetchInterval: whenFailed,
})

/** Whether the player has paid nothing in so far; false for a guest, and while nobody knows. */
export function useHasNeverDeposited(): boolean {
  const { data } = useQuery({ ...statsQuery, enabled: Boolean(usePlayer()) })
  return data?.every(({ deposits_count: count }) => count === 0) ?? false
}
