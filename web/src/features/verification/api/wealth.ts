import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { WealthAnswer, WealthQuestionnaire } from '@/api/types'

const PATH = '/api/player/wealth_questionnaire'

/** What the player is asked about the source of the wealth. */
export const wealthQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'wealth'],
  queryFn: ({ signal }) => request('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
})

/** Answers the questions. */
export function answerWealth(body: WealthAnswer, idempotencyKey: string): Promise<WealthQuestionnaire> {
  return request('POST', PATH, { body, idempotencyKey })
}
