import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import { ROW_SIZE } from './games'

/** So many rounds are looked through for the games that they were played in. */
const ROUNDS = 100

/** Identifiers of the games that the player played for money, the latest first. */
export const playedGamesQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'played-identifiers'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, page_size: ROUNDS }
    const rounds = await request('GET', '/api/player/played_games', { query, signal })
    return [...new Set(rounds.data.map(({ game }) => game.identifier))].slice(0, ROW_SIZE)
  },
  staleTime: STALE_MS.live,
})
