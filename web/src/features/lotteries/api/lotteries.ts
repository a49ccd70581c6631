import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { Lottery, PlayerLottery } from '@/api/types'
import { logError } from '@/platform/log'

const LOTTERIES = ['lotteries'] as const
const OWN = [PLAYER_SCOPE, 'lotteries'] as const

/** No channel tells of lotteries, so each look at the page asks anew. */
const ON_FOCUS = { staleTime: STALE_MS.live, refetchOnWindowFocus: 'always' } as const

/** Lotteries that are on sale, to come, or were drawn lately. A failure is logged and thrown on. */
export function lotteriesQuery(locale: string) {
  return queryOptions({
    queryKey: [...LOTTERIES, 'list', locale],
    queryFn: async ({ signal }): Promise<Lottery[]> => {
      const asked = request('GET', '/api/lotteries', { query: { l: locale }, signal })
      asked.catch((error: unknown) => logError('LOAD_LOTTERIES_ERROR', error))
      return asked
    },
    ...ON_FOCUS,
  })
}

/** One lottery; fails with 404 when there is none. */
export function lotteryQuery(slug: string, locale: string) {
  return queryOptions({
    queryKey: [...LOTTERIES, 'one', slug, locale],
    queryFn: ({ signal }): Promise<Lottery> => request('GET', '/api/lotteries/{id}', { path: { id: slug }, query: { l: locale }, signal }),
    ...ON_FOCUS,
  })
}

/** What the player has of every lottery that is listed. A failure is logged and thrown on. */
export const ownLotteriesQuery = queryOptions({
  queryKey: [...OWN, 'all'],
  queryFn: async ({ signal }): Promise<PlayerLottery[]> => {
    const asked = request('GET', '/api/lotteries/statuses', { signal })
    asked.catch((error: unknown) => logError('LOAD_LOTTERIES_STATUSES_ERROR', error))
    return asked
  },
  ...ON_FOCUS,
})

/** What the player has of one lottery. */
export function ownLotteryQuery(slug: string) {
  return queryOptions({
    queryKey: [...OWN, 'one', slug],
    queryFn: ({ signal }): Promise<PlayerLottery> => request('GET', '/api/lotteries/{id}/status', { path: { id: slug }, signal }),
    ...ON_FOCUS,
  })
}

/** Asks for lotteries and tickets anew, as after a draw. */
export function reloadLotteries(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: LOTTERIES })
  void client.invalidateQueries({ queryKey: OWN })
}
