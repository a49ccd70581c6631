import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { MINE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'

/** A round that was played for real money. */
export type PlayedRound = Answer<'GET', '/api/player/played_games'>['data'][number]

const PAGE_SIZE = 20

/** One page of the player's rounds since `from` (RFC 3339; everything when null), newest first. */
export const playedGamesQuery = (page: number, from: string | null) =>
  queryOptions({
    queryKey: [MINE, 'played-games', from, page],
    queryFn: ({ signal }) =>
      request('GET', '/api/player/played_games', { query: { page, page_size: PAGE_SIZE, from }, signal }),
    staleTime: STALE_MS.live,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
