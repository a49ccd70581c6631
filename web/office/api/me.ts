import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '@/api/errors'
import { call } from './client'
import type { Permission } from './types'

/** Stands beside the session's cookie, which scripts cannot read. */
const MARK = 'croupier-office-open=1'

/** Who is signed in, and what they may do; refused as the server would where nobody has signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) =>
    document.cookie.split('; ').includes(MARK)
      ? call('GET', '/api/me', { signal })
      : Promise.reject(new ApiError(401, 'unauthorized', 'Nobody has signed in.')),
  staleTime: 60_000,
})

/** Whether the one who is signed in works for some brands alone. */
export function useIsBound(): boolean {
  const { data } = useQuery(meQuery)
  return (data?.brands ?? []).length > 0
}

/** Asks whether the one who is signed in has a permission; the server decides anew at each call. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useQuery(meQuery)
  return (permission) => data?.permissions.includes(permission) ?? false
}
