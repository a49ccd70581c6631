import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { AdventureCalendar } from '@/api/types'

/** The calendar that runs, with what the player has of it, in every language. */
export const ADVENTURES = [PLAYER_SCOPE, 'adventures'] as const

/** The calendar that runs; a day turns over while nobody tells of it, so each look at the page asks anew. */
export function adventuresQuery(locale: string) {
  return queryOptions({
    queryKey: [...ADVENTURES, locale] as const,
    queryFn: ({ signal }): Promise<AdventureCalendar> => request('GET', '/api/fe/config/vip-adventures', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
    refetchOnWindowFocus: 'always',
  })
}
