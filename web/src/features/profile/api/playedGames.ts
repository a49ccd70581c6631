import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { Page } from '@/api/types'

/** A round that was played for real money. */
export interface PlayedRound {
  id: string
  game: { identifier: string; title: string; provider: string }
  currency: string
  bet_cents: number
  win_cents: number
  /** What was staked and won in the currency that it was played in, when that is not the wallet's. */
  exchanged: { currency: string; rate: string; stake_cents: number; win_cents: number } | null
  started_at: string
  finished_at: string | null
  mode: 'real'
  status: 'open' | 'finished'
}

const PAGE_SIZE = 20

/** One page of the player's rounds since `from` (RFC 3339; everything when null), newest first. */
export const playedGamesQuery = (page: number, from: string | null) =>
  queryOptions({
    queryKey: [MINE, 'played-games', from, page],
    queryFn: ({ signal }) =>
      request<Page<PlayedRound>>('GET', '/api/player/played_games', { query: { page, page_size: PAGE_SIZE, from }, signal }),
    staleTime: STALE_MS.live,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
