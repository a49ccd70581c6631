import { queryOptions } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** Which promotion pages are open, by name; one that is not named is open, and so is each when nobody answers. */
export const openPagesQuery = queryOptions({
  queryKey: ['config', 'open-pages'],
  queryFn: ({ signal }) => request<Record<string, boolean>>('GET', '/api/fe/config/manage-promotion-pages', { signal }).catch((): Record<string, boolean> => ({})),
  staleTime: STALE_MS.reference,
})
