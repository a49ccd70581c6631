import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import { pushDevice } from '@/platform/pushDevice'

const PATH = '/api/player/push'

/** The operator's key, and the player's devices. */
export const pushQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'push'],
  queryFn: ({ signal }) => request('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
})

/** This browser; null when it cannot get notices. */
export const deviceQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'push-device'],
  queryFn: pushDevice,
  // The visitor may have changed it in the browser's settings.
  staleTime: 0,
})

/** Has notices sent to this browser. */
export function addDevice(subscription: PushSubscription, idempotencyKey: string): Promise<undefined> {
  const { auth = '', p256dh = '' } = subscription.toJSON().keys ?? {}
  return request('POST', PATH, { body: { endpoint: subscription.endpoint, keys: { auth, p256dh } }, idempotencyKey })
}

/** Has no more notices sent to `endpoint`. */
export const removeDevice = (endpoint: string, idempotencyKey: string) => request('DELETE', PATH, { body: { endpoint }, idempotencyKey })
