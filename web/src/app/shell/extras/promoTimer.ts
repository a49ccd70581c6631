import { readCookie, writeCookie } from '@/lib/cookies'
import { readStored, writeStored } from '@/lib/stored'

const COOKIE = 'promo_timer'
/** A day: so long the start is remembered, however short the offer is. */
const COOKIE_MAX_AGE_S = 86_400
const MINUTE_MS = 60_000

/** When the visitor closed the offer, in Unix milliseconds: it stays away over a reload. */
const CLOSED_KEY = 'promo_closed_at'
const RETURNS_AFTER_MS = 2 * MINUTE_MS
const session = () => window.sessionStorage

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

/** Notes that the visitor closes the offer now. Answers when it comes back, in Unix milliseconds. */
export function closeOffer(): number {
  const now = Date.now()
  writeStored(session, CLOSED_KEY, String(now))
  return now + RETURNS_AFTER_MS
}

/** When an offer that was closed comes back, in Unix milliseconds; null when it may show. */
export function offerReturnsAt(): number | null {
  const now = Date.now()
  const closedAt = Number(readStored(session, CLOSED_KEY) ?? 0)
  // What the clock of a device has put into the future would keep the offer away for longer than it says.
  return closedAt <= now && now < closedAt + RETURNS_AFTER_MS ? closedAt + RETURNS_AFTER_MS : null
}
