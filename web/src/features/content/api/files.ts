import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'

/** The files to take along, in a language. */
export function filesQuery(locale: string) {
  return queryOptions({
    queryKey: ['files', locale],
    queryFn: ({ signal }) => request('GET', '/api/cms/files', { query: { l: locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}
