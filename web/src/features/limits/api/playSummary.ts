import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'

/** Where the statement of a year is downloaded. */
export const STATEMENT = '/api/player/statement'

/** What the player has staked and won within this session, the last 24 hours and the year. */
export const playSummaryQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'play-summary'],
  queryFn: ({ signal }) => request('GET', '/api/player/play_summary', { signal }),
  staleTime: 0,
})
