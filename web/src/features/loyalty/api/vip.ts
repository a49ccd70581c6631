import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import { usePlayer } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import type { VipProgress } from '@/api/types'
import { PROGRESS_DEFAULT } from '../model/vip'

/** The player's way to the next VIP status. */
export const vipProgressQuery = queryOptions({
  queryKey: [MINE, 'vip-progress'],
  queryFn: ({ signal }) => request('GET', '/jam/vip_status_progress', { signal }),
  staleTime: STALE_MS.live,
})

/** The progress; a default when it cannot be loaded, until it can. Undefined for a guest and before the first answer. */
export function useVipProgress(): VipProgress | undefined {
  const player = usePlayer()
  const { data, isError } = useQuery({ ...vipProgressQuery, enabled: Boolean(player), refetchOnWindowFocus: true })
  return data ?? (isError ? PROGRESS_DEFAULT : undefined)
}
