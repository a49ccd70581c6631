import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'
import type { Guest, Player } from '../types'

/** The signed-in player, or null for a guest (the server answers a guest with an empty object). */
export const playerQuery = queryOptions({
  queryKey: ['player'],
  queryFn: async ({ signal }) => playerFrom(await request('GET', '/api/player', { signal })),
  staleTime: STALE_MS.live,
})

/** A player counts as signed in once the answer has an id. */
export function playerFrom(answer: Player | Guest): Player | null {
  return isPlayer(answer) ? answer : null
}

function isPlayer(answer: Player | Guest): answer is Player {
  return typeof answer.id === 'number'
}

/** The signed-in player, null for a guest; undefined only before the first answer. */
export function usePlayer(): Player | null | undefined {
  return useQuery(playerQuery).data
}
