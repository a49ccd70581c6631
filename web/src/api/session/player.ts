import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'
import type { Player } from '../types'

/** The signed-in player, or null for a guest (the server answers a guest with an empty object). */
export const playerQuery = queryOptions({
  queryKey: ['player'],
  queryFn: async ({ signal }) => playerFrom(await request('GET', '/api/player', { signal })),
  staleTime: STALE_MS.live,
})

/** A player counts as signed in once the answer has an id. */
export function playerFrom(answer: Partial<Player>): Player | null {
  return typeof answer.id === 'number' ? (answer as Player) : null
}

/** The signed-in player, null for a guest; undefined only before the first answer. */
export function usePlayer(): Player | null | undefined {
  return useQuery(playerQuery).data
}
