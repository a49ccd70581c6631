import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { Payment } from '@/api/types'

/** The list may fill in only after the wallet was opened: an empty one is asked for anew this often. */
const TRIES_MAX = 3
const TRY_PAUSE_MS = 1_000

/** Ways to pay in or out of a wallet. */
export const methodsQuery = (action: Payment['action'], currency: string) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'payment-methods', action, currency],
    queryFn: async ({ signal }) => {
      for (let tries = 1; ; tries += 1) {
        const methods = await request('GET', '/api/player/payment_methods', { query: { action, currency }, signal })
        if (methods.length > 0 || tries > TRIES_MAX) return methods
        await new Promise((resolve) => setTimeout(resolve, TRY_PAUSE_MS))
      }
    },
    staleTime: STALE_MS.live,
  })
