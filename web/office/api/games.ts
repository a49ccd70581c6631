import { call } from './client'
import { useList, type List } from './lists'
import type { GameReturn } from './types'

/** Key of everything about games. */
export const GAMES = ['games']

export interface GamesFilter {
  from: string
  to: string
  state: 'all' | 'standing_out' | 'off'
  query: string
  sort: 'bets' | 'title' | 'rounds' | 'actual'
}

/** Games with what they returned. */
export function useGames(filter: GamesFilter): List<GameReturn> {
  return useList([...GAMES, filter], async (after: number | null, signal) => {
    const { games, next } = await call('GET', '/api/games', { query: { ...filter, after: after ?? 0 }, signal })
    return { rows: games, next }
  })
}

export function switchGame(id: number, isOn: boolean, reason: string, idempotencyKey: string) {
  return call('POST', isOn ? '/api/games/{id}/on' : '/api/games/{id}/off', { path: { id }, body: { reason }, idempotencyKey })
}
