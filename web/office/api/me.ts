import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client'
import type { Permission } from './types'

/** Who is signed in, and what they may do. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('GET', '/api/me', { signal }),
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
