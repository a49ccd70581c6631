import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'

/** A round that was played for real money. */
export type PlayedRound = Answer<'GET', '/api/player/played_games'>['data'][number]

/** What rounds staked and won in one currency. */
export type PlayedSum = Answer<'GET', '/api/player/played_games'>['sums'][number]

const PAGE_SIZE = 20

/** Which rounds are asked for. */
interface RoundsPart {
  /** Since when, RFC 3339; everything when null. */
  from: string | null
  /** The identifier of the game; every game when absent. */
  game?: string | undefined
}

/** One page of the player's rounds, newest first. */
export const playedGamesQuery = (page: number, { from, game }: RoundsPart) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'played-games', from, game, page],
    queryFn: ({ signal }) => request('GET', '/api/player/played_games', { query: { page, page_size: PAGE_SIZE, from, game }, signal }),
    staleTime: STALE_MS.live,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
