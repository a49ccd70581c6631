import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'

/** What a new player is given once the address is confirmed. */
export function registrationGiftsQuery(locale: string) {
  return queryOptions({
    queryKey: ['registration-gifts', locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/bonuses/registration', { query: { l: locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}
