import { call } from './client'
import { useList, type List } from './lists'
import type { Adjustment, AdjustmentDirection } from './types'

/** Key of everything about adjustments. */
export const ADJUSTMENTS = ['adjustments']

/** Corrections of players' cash: those that wait for a second member, or those that were decided about. */
export function useAdjustments(state: 'waiting' | 'decided'): List<Adjustment> {
  return useList([...ADJUSTMENTS, state], async (after: string | null, signal) => {
    const { adjustments, next } = await call('GET', '/api/adjustments', { query: { state, after }, signal })
    return { rows: adjustments, next }
  })
}

export interface NewAdjustment {
  currency: string
  direction: AdjustmentDirection
  /** Subunits. */
  amount_cents: number
  reason: string
}

export function requestAdjustment(player: number, body: NewAdjustment, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/adjustments', { path: { id: player }, body, idempotencyKey })
}

export function approveAdjustment(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/adjustments/{id}/approve', { path: { id }, body: { reason }, idempotencyKey })
}

export function refuseAdjustment(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/adjustments/{id}/refuse', { path: { id }, body: { reason }, idempotencyKey })
}
