import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
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

/** How often an open page looks again how partners do. */
const LOOK_MS = 10_000

/** Partners with games: how each does, and which of its calls came to nothing. */
export const gamePartnersQuery = queryOptions({
  queryKey: [...GAMES, 'partners'],
  queryFn: ({ signal }) => call('GET', '/api/game-partners', { headers: BACKGROUND, signal }),
  refetchInterval: LOOK_MS,
})

export function switchProvider(id: string, isOn: boolean, reason: string, idempotencyKey: string) {
  return call('POST', isOn ? '/api/game-partners/providers/{id}/on' : '/api/game-partners/providers/{id}/off', {
    path: { id },
    body: { reason },
    idempotencyKey,
  })
}
