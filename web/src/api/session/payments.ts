import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { logError } from '@/platform/log'
import { request } from '../client'
import { BACKGROUND } from '../transport'
import { PLAYER_SCOPE } from '../keys'
import { STALE_MS } from '../staleTimes'
import type { Page, Payment } from '../types'
import { accountsQuery } from './accounts'

/** Which payments are asked for; all that are not told apart by what is absent. */
export interface PaymentsPart {
  action?: Payment['action'] | undefined
  /** Since when, RFC 3339; null for all time. */
  from?: string | null
}

/** One page of the player's deposits and payouts, newest first. */
export const paymentsQuery = (page: number, part: PaymentsPart = {}) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'payments', 'page', page, part],
    queryFn: async ({ signal }) => {
      try {
        return await request('GET', '/api/player/payments', { query: { page, ...part }, signal })
      } catch (error) {
        logError('LOAD_PAYMENTS_ERROR', error)
        throw error
      }
    },
    staleTime: STALE_MS.live,
  })

/** One payment. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'payments', 'one', id],
    // It is watched: a page that waits for a payment asks again and again without its player.
    queryFn: ({ signal }) => request('GET', '/api/player/payments/{id}', { path: { id }, signal, headers: BACKGROUND }),
    staleTime: STALE_MS.live,
  })

const listeners = new Set<(payment: Payment) => void>()

/** Calls `listener` with every payment whose state changed. Returns how to stop. */
export function onPaymentChange(listener: (payment: Payment) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const FINAL = new Set<Payment['state']>(['succeeded', 'declined', 'rejected', 'canceled', 'recalled'])

/** Whether nothing more will happen to the payment. */
export function isFinal(payment: Payment): boolean {
  return FINAL.has(payment.state)
}

/** Puts a payment, told by realtime or by an answer, into every cached list, and tells who listens. */
export function applyPayment(client: QueryClient, payment: Payment): void {
  const known = client.getQueryData(paymentQuery(payment.id).queryKey)
  // Frames and answers may cross: what is final stays final.
  if (known && isFinal(known) && !isFinal(payment)) return
  client.setQueryData(paymentQuery(payment.id).queryKey, payment)
  client.setQueriesData<Page<Payment>>(
    { queryKey: [PLAYER_SCOPE, 'payments', 'page'] },
    (list) => list && { ...list, data: list.data.map((other) => (other.id === payment.id ? payment : other)) },
  )
  const isListed = client
    .getQueriesData<Page<Payment>>({ queryKey: [PLAYER_SCOPE, 'payments', 'page'] })
    .some(([, list]) => list?.data.some((other) => other.id === payment.id))
  if (!isListed) void client.invalidateQueries({ queryKey: [PLAYER_SCOPE, 'payments', 'page'] })
  if (known?.state === payment.state) return
  void client.invalidateQueries({ queryKey: accountsQuery.queryKey })
  for (const listener of listeners) listener(payment)
}
