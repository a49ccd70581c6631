import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { DEPOSIT_OFFERS } from '@/api/session/bonuses'
import { STALE_MS } from '@/api/staleTimes'

/** Gifts that this player is shown beside the deposit bonuses; asked for again with them. */
export function additionalGiftsQuery(locale: string) {
  return queryOptions({
    queryKey: [...DEPOSIT_OFFERS, 'additional', locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/fe/config/additional-gifts', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}
