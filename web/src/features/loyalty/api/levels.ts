import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'

/** Groups and levels with their conditions. */
export const statusesQuery = queryOptions({
  queryKey: ['info', 'statuses'],
  queryFn: ({ signal }) => request('GET', '/api/info/statuses', { signal }),
  staleTime: STALE_MS.reference,
})
