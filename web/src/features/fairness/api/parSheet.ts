import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'

/** The PAR sheet of a built-in game; fails with 404 when there is none. */
export function parSheetQuery(slug: string) {
  return queryOptions({
    queryKey: ['par-sheet', slug],
    queryFn: ({ signal }) => request('GET', '/api/par_sheets/{slug}', { path: { slug }, signal }),
    staleTime: STALE_MS.reference,
  })
}
