import { queryOptions } from '@tanstack/react-query'
import { call } from './client'

/** The offers that staff gives. */
export const giftOffersQuery = queryOptions({ queryKey: ['gift-offers'], queryFn: ({ signal }) => call('GET', '/api/gift-offers', { signal }) })

export interface NewGift {
  offer: string
  currency: string
  /** Subunits; null gives what the offer says. */
  amount_cents: number | null
  reason: string
}

export function giveGift(player: number, body: NewGift, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/gifts', { path: { id: player }, body, idempotencyKey })
}

export function handGiftOver(player: number, gift: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/gifts/{gift}/hand-over', { path: { id: player, gift: Number(gift) }, body: { reason }, idempotencyKey })
}

export function cancelGift(player: number, gift: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/gifts/{gift}/cancel', { path: { id: player, gift: Number(gift) }, body: { reason }, idempotencyKey })
}
