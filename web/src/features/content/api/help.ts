import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'

/** Where people who gamble too much find help: in the visitor's country first. */
export const helpQuery = queryOptions({
  queryKey: ['help'],
  queryFn: ({ signal }) => request('GET', '/api/cms/help', { signal }),
  staleTime: STALE_MS.reference,
})
