import { readCookie, writeCookie } from '@/lib/cookies'

const COOKIE = 'promo_timer'
/** A day: so long the start is remembered, however short the offer is. */
const COOKIE_MAX_AGE_S = 86_400
const MINUTE_MS = 60_000

/** When this visitor was first shown the offer, in Unix milliseconds; now when it was not within the last day. */
export function offerStart(now: number): number {
  const known = Number(readCookie(COOKIE) ?? 0)
  if (known > 0 && known <= now) return known
  writeCookie(COOKIE, String(now), COOKIE_MAX_AGE_S)
  return now
}

/** The offer's time, as a banner counts it. */
export function offerTime(start: number, minutes: number): { start_at: string; end_at: string } {
  return { start_at: new Date(start).toISOString(), end_at: new Date(start + minutes * MINUTE_MS).toISOString() }
}
