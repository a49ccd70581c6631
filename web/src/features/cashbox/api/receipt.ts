import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { Payment } from '@/api/types'

/** The receipt of a payment as it stands. */
export const receiptQuery = ({ id, state, amount_cents }: Payment) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'payments', 'receipt', id, state, amount_cents],
    queryFn: ({ signal }) => request('GET', '/api/player/payments/{id}/receipt', { path: { id }, signal }),
    staleTime: STALE_MS.live,
  })
