import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { configQuery } from '@/api/info/config'
import { PLAYER_SCOPE } from '@/api/keys'
import { usePlayer } from '@/api/session/player'
import { reload } from '@/api/realtime'
import { BONUSES, FREESPINS } from '@/api/session/bonuses'
import { STALE_MS } from '@/api/staleTimes'
import type { Lootbox } from '@/api/types'
import { currentLocale } from '@/i18n/messages'

/** Everything that is known of the player's boxes, in every language. */
export const LOOTBOXES = [PLAYER_SCOPE, 'lootboxes'] as const

/** The player's boxes, those that are over among them. */
export function lootboxesQuery(locale: string) {
  return queryOptions({
    queryKey: [...LOOTBOXES, locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/player/lootboxes', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** The wheel of everybody who has none of their own, with its odds. */
export function wheelQuery(locale: string) {
  return configQuery(['wheel', locale], (signal) => request('GET', '/api/fe/config/wheel-config', { query: { l: locale }, signal }))
}

/** The wheels of groups, by the number of the group. */
export function wheelSegmentsQuery(locale: string) {
  return configQuery(['wheel-segments', locale], (signal) => request('GET', '/api/fe/config/wheel-config-segments', { query: { l: locale }, signal }))
}

/** The boxes that deposits bring. */
export function depositBoxesQuery(locale: string) {
  return configQuery(['deposit-boxes', locale], (signal) => request('GET', '/api/fe/config/deposit-boxes', { query: { l: locale }, signal }))
}

/** The boxes of the player; none of a guest. */
export function useLootboxes(isWanted = true) {
  const player = usePlayer()
  const answer = useQuery({ ...lootboxesQuery(currentLocale()), enabled: Boolean(player) && isWanted })
  return { ...answer, data: player ? answer.data : undefined }
}

/** Opens a box with the browser's half of the draw; answers it with its prize, in the player's language. */
export function openLootbox(id: string, clientSeed: string, idempotencyKey: string): Promise<Lootbox> {
  return request('POST', '/api/player/lootboxes/{id}/activation', { path: { id }, body: { client_seed: clientSeed }, idempotencyKey })
}

/** Asks again for boxes, and for the gifts that they become. */
export function reloadAfterOpening(client: QueryClient): void {
  reload(client, [LOOTBOXES, BONUSES, FREESPINS])
}
