import { queryOptions } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** Realtime address and token, captcha kind, page size. Depends on who is signed in. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => request('GET', '/api/player/settings', { signal }),
  staleTime: STALE_MS.catalogue,
})
