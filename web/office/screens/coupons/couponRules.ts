import type { CouponKind, CouponOffer } from '../../api/types'
import type { BrokenRule } from '../../ui/formRules'

/** The kinds that offers are there for, in the order in which they are offered. */
export function kindsOf(offers: readonly Pick<CouponOffer, 'kind'>[]): CouponKind[] {
  return (['gift', 'deposit', 'free_bet'] as const).filter((kind) => offers.some((offer) => offer.kind === kind))
}

/** The offers of a kind. */
export function offersOf<Offer extends Pick<CouponOffer, 'kind'>>(offers: readonly Offer[], kind: string): Offer[] {
  return offers.filter((offer) => offer.kind === kind)
}

/** The moment that somebody has typed in their own zone, as calls tell it; null when nothing is typed. */
export function momentOf(typed: string): string | null {
  return typed === '' ? null : new Date(typed).toISOString()
}

/** Which rule the end of a coupon breaks: it lies ahead, and after the beginning. */
export function brokenUntil(from: string, until: string, now: number): BrokenRule | null {
  if (until === '') return 'REQUIRED'
  const begins = from === '' ? now : new Date(from).getTime()
  return new Date(until).getTime() > Math.max(now, begins) ? null : 'INVALID'
}

/** How many players may use a coupon, as it was typed; nothing typed sets no bound. */
export function usesOf(typed: string): { most: number | null } | { broken: BrokenRule } {
  const text = typed.trim()
  if (text === '') return { most: null }
  const most = Number(text)
  return /^\d+$/.test(text) && most > 0 && Number.isSafeInteger(most) ? { most } : { broken: 'INVALID' }
}
