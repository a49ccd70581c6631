import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { usePlayer } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import type { CompPoints } from '@/api/types'

/** The player's comp points: what can be spent, and what was earned for life. */
export const compPointsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'comp-points'],
  queryFn: ({ signal }) => request('GET', '/api/player/comp_points', { signal }),
  staleTime: STALE_MS.live,
})

export interface KnownPoints {
  /** Undefined for a guest, before the first answer, and when they cannot be loaded. */
  points: CompPoints | undefined
  hasFailed: boolean
  retry: () => void
}

/** The player's points. */
export function useCompPoints(): KnownPoints {
  const player = usePlayer()
  const { data, isError, refetch } = useQuery({ ...compPointsQuery, enabled: Boolean(player) })
  return { points: data, hasFailed: isError && !data, retry: () => void refetch() }
}

/** Points as the server pushes them. */
export interface PointsFrame {
  points: number
  total_points: number
}

/** Puts pushed points into what is known; where nothing is known yet, the answer under way will have them. */
export function patchPoints(client: QueryClient, { points, total_points }: PointsFrame): void {
  if (client.isFetching({ queryKey: compPointsQuery.queryKey }) > 0) {
    // An answer that is under way may be older than the frame.
    void client.invalidateQueries({ queryKey: compPointsQuery.queryKey })
    return
  }
  client.setQueryData(compPointsQuery.queryKey, (known) => known && { ...known, chargeable: { points }, persistent: { points: total_points } })
}
