import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'
import { logError } from '@/platform/log'

/** Wins of jackpots, in whatever order. */
export const WINS = ['jackpot-wins'] as const

/** In which order wins are listed. */
export type WinOrder = 'biggest' | 'latest'

/** Winners in view at first, and more of them with each step. */
const PAGE_SIZE = 5

/** Wins of all jackpots, or of one. A failure is logged and thrown on. */
export function jackpotWinsQuery(order: WinOrder, jackpot: string | undefined, locale: string) {
  return infiniteQueryOptions({
    queryKey: [...WINS, order, jackpot, locale],
    queryFn: async ({ pageParam, signal }) => {
      const asked = request('GET', '/api/jackpot_wins', { query: { order, jackpot, l: locale, page: pageParam, page_size: PAGE_SIZE }, signal })
      asked.catch((error: unknown) => logError('LOAD_JACKPOT_WINS_ERROR', error))
      return asked
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => pagination.next_page ?? undefined,
    staleTime: STALE_MS.live,
  })
}
