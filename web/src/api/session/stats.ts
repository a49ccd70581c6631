import { queryOptions } from '@tanstack/react-query'
import { logError } from '@/lib/log'
import { request } from '../client'
import { MINE } from '../keys'
import { STALE_MS } from '../staleTimes'

/** What a player's money did in one currency, ever. */
export interface CurrencyStats {
  currency: string
  deposits_cents: number
  deposits_count: number
  cashouts_cents: number
  bets_cents: number
  wins_cents: number
}

/** Sums by currency; when they cannot be had the page works without. */
export const statsQuery = queryOptions({
  queryKey: [MINE, 'stats'],
  queryFn: async ({ signal }) => {
    try {
      return await request<CurrencyStats[]>('GET', '/api/player/stats', { signal })
    } catch (error) {
      logError('LOAD_STATS_ERROR', error)
      return []
    }
  },
  staleTime: STALE_MS.live,
})
