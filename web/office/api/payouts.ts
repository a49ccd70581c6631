import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { useList, type List } from './lists'
import type { PayoutRow } from './types'

export type PayoutFilter = 'waiting' | 'decided'

/** Key of everything about cashouts. */
export const PAYOUTS = ['payouts']

export function usePayouts(state: PayoutFilter): List<PayoutRow> {
  return useList([...PAYOUTS, 'list', state], async (after: string | null, signal) => {
    const { payouts, next } = await call('GET', '/api/payouts', { query: { state, after }, signal })
    return { rows: payouts, next }
  })
}

/** A cashout with its risk picture. */
export const payoutQuery = (id: string) =>
  queryOptions({ queryKey: [...PAYOUTS, id], queryFn: ({ signal }) => call('GET', '/api/payouts/{id}', { path: { id }, signal }), refetchOnWindowFocus: true })

/** Approves it; `approvalId` names the first approval that the caller has seen and confirms. */
export function approvePayout(id: string, reason: string, approvalId: string | null, idempotencyKey: string) {
  return call('POST', '/api/payouts/{id}/approve', { path: { id }, body: { reason, approval_id: approvalId }, idempotencyKey })
}

export function declinePayout(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/payouts/{id}/decline', { path: { id }, body: { reason }, idempotencyKey })
}
