import { queryOptions } from '@tanstack/react-query'
import { logError } from '@/lib/log'
import { request } from '../client'
import { whenFailed } from '../info/config'
import { MINE } from '../keys'
import { STALE_MS } from '../staleTimes'

/** Sums by currency. A failure is one row of the log, and the page works without them. */
export const statsQuery = queryOptions({
  queryKey: [MINE, 'stats'],
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
