import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'
import type { ClientContext } from '../types'

/** Where the visitor comes from and which licence applies. */
export const clientContextQuery = queryOptions({
  queryKey: ['client-context'],
  queryFn: ({ signal }) => request('GET', '/client-context', { signal }),
  staleTime: STALE_MS.reference,
})

/** The visitor's context; undefined before the first answer. */
export function useClientContext(): ClientContext | undefined {
  return useQuery(clientContextQuery).data
}
