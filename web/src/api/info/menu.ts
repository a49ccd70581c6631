import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePlayer } from '../session/player'
import type { MenuItem } from '../types'
import { request } from '../client'
import { configQuery } from './config'

/** The menu of games, as the visitor is shown it; `player` is null for a guest. */
export const menuQuery = (player: number | null) =>
  configQuery(['menu', player], (signal) => request('GET', '/api/fe/config/menu-categories-games', { signal }))

const NONE: MenuItem[] = []

/** The menu of games; empty without an answer. Whoever signs in sees the guest's until their own is there. */
export function useMenu(): MenuItem[] {
  const player = usePlayer()
  return useQuery({ ...menuQuery(player?.id ?? null), enabled: player !== undefined, placeholderData: keepPreviousData }).data ?? NONE
}
