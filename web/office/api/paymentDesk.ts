import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { FeeBody } from './types'

/** Key of how payments go. */
export const PAYMENT_DESK = ['payment-desk']

/** How often the desk is asked for again while it is looked at, in milliseconds. */
const REFRESH_MS = 15_000

/** Payment partners, ways to pay and their switches, and webhooks that were not taken. */
export const paymentDeskQuery = queryOptions({
  queryKey: PAYMENT_DESK,
  queryFn: ({ signal }) => call('GET', '/api/payment-desk', { signal }),
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: true,
})

export interface SwitchChange {
  off: boolean
  reason: string
}

export function switchMethod(id: string, body: SwitchChange, idempotencyKey: string) {
  return call('POST', '/api/payment-desk/methods/{id}/switch', { path: { id }, body, idempotencyKey })
}

export function switchPartner(name: string, body: SwitchChange, idempotencyKey: string) {
  return call('POST', '/api/payment-desk/partners/{name}/switch', { path: { name }, body, idempotencyKey })
}

/** Asks the partner of a webhook that was not taken how its payment stands now. */
export function askPartnerAgain(id: string, idempotencyKey: string) {
  return call('POST', '/api/payment-desk/untaken/{id}/ask', { path: { id }, idempotencyKey })
}

/** Key of what ways to pay cost. */
export const PAYMENT_FEES = ['payment-fees']

/** What ways to pay cost, and what can be set. */
export const paymentFeesQuery = queryOptions({
  queryKey: PAYMENT_FEES,
  queryFn: ({ signal }) => call('GET', '/api/payment-fees', { signal }),
  refetchOnWindowFocus: true,
})

/** Sets what a way to pay costs. */
export function setPaymentFee(body: FeeBody, idempotencyKey: string) {
  return call('POST', '/api/payment-fees', { body, idempotencyKey })
}
