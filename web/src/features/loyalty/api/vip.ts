import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { usePlayer } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import type { VipProgress } from '@/api/types'
import { PROGRESS_DEFAULT } from '../model/vip'

/** The player's way to the next VIP status. */
export const vipProgressQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'vip-progress'],
  queryFn: ({ signal }) => request('GET', '/jam/vip_status_progress', { signal }),
  staleTime: STALE_MS.live,
})

export interface KnownProgress {
  /** A default when it cannot be loaded, until it can; undefined for a guest and before the first answer. */
  progress: VipProgress | undefined
  /** Whether it is the default. */
  hasFailed: boolean
  retry: () => void
}

/** The player's progress. */
export function useVipProgress(): KnownProgress {
  const player = usePlayer()
  const { data, isError, refetch } = useQuery({ ...vipProgressQuery, enabled: Boolean(player), refetchOnWindowFocus: true })
  const hasFailed = isError && !data
  return { progress: data ?? (hasFailed ? PROGRESS_DEFAULT : undefined), hasFailed, retry: () => void refetch() }
}
