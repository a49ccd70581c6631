import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { reload } from '@/api/realtime'
import { playerQuery } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import { currentLocale } from '@/i18n/messages'
import { levelAt, levelsOf } from '../model/levels'

/** Groups and levels with their conditions, in a language. */
export function statusesQuery(locale: string) {
  return queryOptions({
    queryKey: ['info', 'statuses', locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/info/statuses', { query: { l: locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}

/** What the levels bring the player, in every language. */
export const LEVEL_GIFTS = [PLAYER_SCOPE, 'level-gifts'] as const

/** What the levels bring the player, and which of it was given. */
export function levelGiftsQuery(locale: string) {
  return queryOptions({
    queryKey: [...LEVEL_GIFTS, locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/player/level_gifts', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Asks again for what follows the level, where points earned for life lead from one into another. */
export function reloadAfterLevel(client: QueryClient, before: number | undefined, after: number): void {
  const statuses = client.getQueryData(statusesQuery(currentLocale()).queryKey)
  if (before === undefined || !statuses) return
  const levels = levelsOf(statuses)
  const isFirstPoint = before <= 0 && after > 0
  if (isFirstPoint || levelAt(levels, before) !== levelAt(levels, after)) reload(client, [playerQuery.queryKey, LEVEL_GIFTS])
}
