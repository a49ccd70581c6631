import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { useList, type List } from './lists'
import type { Coupon } from './types'

/** Key of everything about coupons. */
export const COUPONS = ['coupons']

/** Coupons: those that can be used now or later, or all others. */
export function useCoupons(state: 'current' | 'past'): List<Coupon> {
  return useList([...COUPONS, state], async (after: string | null, signal) => {
    const { coupons, next } = await call('GET', '/api/coupons', { query: { state, after }, signal })
    return { rows: coupons, next }
  })
}

/** The offers that coupons bring, and the groups that they can be for. */
export const couponChoicesQuery = queryOptions({ queryKey: ['coupon-choices'], queryFn: ({ signal }) => call('GET', '/api/coupon-choices', { signal }) })

export interface NewCoupon {
  code: string
  offer: string
  /** Null begins at once. */
  valid_from: string | null
  valid_until: string
  /** Null sets no bound. */
  uses_max: number | null
  /** Empty for everybody. */
  groups: number[]
  reason: string
}

export function makeCoupon(body: NewCoupon, idempotencyKey: string) {
  return call('POST', '/api/coupons', { body, idempotencyKey })
}

export function endCoupon(code: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/coupons/{code}/end', { path: { code }, body: { reason }, idempotencyKey })
}
