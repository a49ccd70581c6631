import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { usePlayer } from '../session/player'
import { STALE_MS } from '../staleTimes'
import type { MenuItem } from '../types'

/** The menu of games, as the visitor is shown it; `player` is null for a guest. A failure is an empty menu. */
export function menuQuery(player: number | null) {
  return queryOptions({
    queryKey: ['config', 'menu', player],
    queryFn: ({ signal }) => request<MenuItem[]>('GET', '/api/fe/config/menu-categories-games', { signal }).catch(() => []),
    staleTime: STALE_MS.reference,
  })
}

const NONE: MenuItem[] = []

/** The menu of games; empty before the first answer. Whoever signs in sees the guest's until their own is there. */
export function useMenu(): MenuItem[] {
  const player = usePlayer()
  return useQuery({ ...menuQuery(player?.id ?? null), enabled: player !== undefined, placeholderData: keepPreviousData }).data ?? NONE
}
