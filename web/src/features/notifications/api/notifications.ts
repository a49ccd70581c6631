import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { reload } from '@/api/realtime'
import { STALE_MS } from '@/api/staleTimes'
import type { PlayerNotification } from '@/api/types'

/** Everything that is known of notifications, in every language. */
export const NOTIFICATIONS = [PLAYER_SCOPE, 'notifications'] as const

/** The server has no more for one player. */
const LIST_MAX = 100

/** What staff have told the player, in a language. */
export function notificationsQuery(locale: string) {
  return queryOptions({
    queryKey: [...NOTIFICATIONS, locale],
    queryFn: ({ signal }) => request('GET', '/api/player/notifications', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Marks notifications as read on all devices of the player. */
export async function markRead(client: QueryClient, ids: string[]): Promise<void> {
  await request('POST', '/api/player/notifications/read', { body: { ids } })
  client.setQueriesData<PlayerNotification[]>({ queryKey: NOTIFICATIONS }, (list) =>
    list?.map((notification) => (ids.includes(notification.id) ? { ...notification, read: true } : notification)),
  )
}

const listeners = new Set<(notification: PlayerNotification) => void>()

/** Calls `listener` with every notification that comes while the page is open. Returns how to stop. */
export function onNotification(listener: (notification: PlayerNotification) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts a notification that has come into the lists, and tells who listens; one that is known already changes nothing. */
export function addNotification(client: QueryClient, notification: PlayerNotification): void {
  const lists = client.getQueriesData<PlayerNotification[]>({ queryKey: NOTIFICATIONS }).map(([, list]) => list)
  if (lists.some((list) => list?.some(({ id }) => id === notification.id))) return
  client.setQueriesData<PlayerNotification[]>({ queryKey: NOTIFICATIONS }, (list) => list && [notification, ...list].slice(0, LIST_MAX))
  // An answer that is under way may be older than the frame.
  const mayMissSome = lists.length === 0 || lists.some((list) => !list) || client.isFetching({ queryKey: NOTIFICATIONS }) > 0
  if (mayMissSome) reload(client, [NOTIFICATIONS])
  for (const listener of listeners) listener(notification)
}

/** Takes what staff have taken back out of the lists. */
export function removeCampaign(client: QueryClient, campaign: string): void {
  client.setQueriesData<PlayerNotification[]>({ queryKey: NOTIFICATIONS }, (list) => list?.filter((notification) => notification.campaign !== campaign))
  // An answer that is under way may be older than the frame.
  if (client.isFetching({ queryKey: NOTIFICATIONS }) > 0) reload(client, [NOTIFICATIONS])
}
