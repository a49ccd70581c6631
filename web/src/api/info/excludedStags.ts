import { queryOptions } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** The tags of affiliates whose visitors are shown no offers; none when nobody answers. */
export const excludedStagsQuery = queryOptions({
  queryKey: ['config', 'excluded-stags'],
  queryFn: ({ signal }) => request<string[]>('GET', '/api/fe/config/excluded-promo-stags', { signal }).catch((): string[] => []),
  staleTime: STALE_MS.reference,
})
