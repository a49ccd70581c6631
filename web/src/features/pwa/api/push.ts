import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { PushState } from '@/api/types'
import { pushDevice } from '@/lib/pushDevice'

const PATH = '/api/player/push'

/** The house's key, and the player's devices. */
export const pushQuery = queryOptions({
  queryKey: [MINE, 'push'],
  queryFn: ({ signal }) => request<PushState>('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
})

/** This browser; null when it cannot get notices. */
export const deviceQuery = queryOptions({
  queryKey: [MINE, 'push-device'],
  queryFn: pushDevice,
  // The visitor may have changed it in the browser's settings.
  staleTime: 0,
})

/** Has notices sent to this browser. */
export const addDevice = (subscription: PushSubscription) => request('POST', PATH, { body: subscription.toJSON() })

/** Has no more notices sent to `endpoint`. */
export const removeDevice = (endpoint: string) => request('DELETE', PATH, { body: { endpoint } })
