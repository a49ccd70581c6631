import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'

/** What the player's losses of the running periods would bring back. */
export function cashbackQuery(locale: string) {
  return queryOptions({
    queryKey: [PLAYER_SCOPE, 'cashback', locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/player/cashback', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}
