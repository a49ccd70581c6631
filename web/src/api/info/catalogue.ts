import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'
import type { Collection } from '../types'

/** Studios with the number of their games. */
export const providersQuery = queryOptions({
  queryKey: ['games', 'providers'],
  queryFn: ({ signal }) => request('GET', '/api/games/providers', { signal }),
  staleTime: STALE_MS.catalogue,
})

/** Categories with the number of their games. */
export const collectionsQuery = queryOptions({
  queryKey: ['games', 'collections'],
  queryFn: ({ signal }) => request('GET', '/api/games/collections', { signal }),
  staleTime: STALE_MS.catalogue,
})

/** The latest wins of the server; realtime puts newer ones in front. */
export const recentWinsQuery = queryOptions({
  queryKey: ['games', 'recent-wins'],
  queryFn: ({ signal }) => request('GET', '/api/games/recent_wins', { signal }),
  staleTime: STALE_MS.live,
})

/** Categories that have games, in the server's order; empty before the first answer. */
export function useFilledCollections(): Collection[] {
  return useQuery(collectionsQuery).data?.filter((collection) => collection.games_count > 0) ?? []
}
