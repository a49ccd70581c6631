import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'
import type { Banner } from '../model/banner'

/** The banners that the visitor may see, in a language. Another sign-in is another answer. */
export function bannersQuery(locale: string, playerId: number | null) {
  return queryOptions({
    queryKey: ['banners', locale, playerId],
    queryFn: ({ signal }): Promise<Banner[]> => request('GET', '/api/fe/config/banners-config', { query: { locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}
