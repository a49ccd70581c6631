import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { reload } from '@/api/realtime'
import { SPORT_BONUSES } from '@/api/session/bonuses'
import { STALE_MS } from '@/api/staleTimes'

/** The player's gifts for the sports site, those that are over among them. */
export function sportBonusesQuery(locale: string) {
  return queryOptions({
    queryKey: [...SPORT_BONUSES, locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/v2/bonuses', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Redeems a code for the sports site. */
export async function redeemSportCode(client: QueryClient, code: string, idempotencyKey: string): Promise<void> {
  await request('POST', '/api/v2/bonuses/promo-code', { body: { code }, idempotencyKey })
  reload(client, [SPORT_BONUSES])
}
