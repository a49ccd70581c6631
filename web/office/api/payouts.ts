import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { useList, type List } from './lists'
import type { PayOutBody, Payout, PayoutRow, SplitPart } from './types'

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

/** Approves it as it was seen: with its amount, and with the first approval that the caller confirms. */
export function approvePayout({ id, amount_cents, approval }: Payout, reason: string, idempotencyKey: string) {
  return call('POST', '/api/payouts/{id}/approve', { path: { id }, body: { reason, amount_cents, approval_id: approval?.id ?? null }, idempotencyKey })
}

/** Divides it as it was seen; the first of the parts stays the cashout itself. */
export function splitPayout({ id, amount_cents }: Payout, reason: string, parts: SplitPart[], idempotencyKey: string) {
  return call('POST', '/api/payouts/{id}/split', { path: { id }, body: { reason, amount_cents, parts }, idempotencyKey })
}

/** The ways by which the balance of a player can be paid out. */
export const payoutWaysQuery = (player: number) =>
  queryOptions({
    queryKey: [...PAYOUTS, 'ways', player],
    queryFn: ({ signal }) => call('GET', '/api/players/{id}/payout-ways', { path: { id: player }, signal }),
  })

/** Pays out on behalf of a player who may not sign in; the call is the first of two approvals. */
export function payOut(player: number, body: PayOutBody, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/payouts', { path: { id: player }, body, idempotencyKey })
}

/** The receipt of any payment. */
export const receiptQuery = (id: string) =>
  queryOptions({ queryKey: [...PAYOUTS, 'receipt', id], queryFn: ({ signal }) => call('GET', '/api/payments/{id}/receipt', { path: { id }, signal }) })

export function declinePayout(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/payouts/{id}/decline', { path: { id }, body: { reason }, idempotencyKey })
}
