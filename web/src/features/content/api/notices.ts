import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'

/** What the player has still to take note of, in a language. */
export function noticesQuery(locale: string) {
  return queryOptions({
    queryKey: [PLAYER_SCOPE, 'notices', locale],
    queryFn: ({ signal }) => request('GET', '/api/player/notices', { query: { l: locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}

/** Accepts a notice for good; it leaves the list. */
export async function acceptNotice(client: QueryClient, locale: string, id: string, idempotencyKey: string): Promise<void> {
  await request('POST', '/api/player/notices/{id}/accept', { path: { id }, idempotencyKey })
  client.setQueryData(noticesQuery(locale).queryKey, (open) => open?.filter((notice) => notice.id !== id))
}
