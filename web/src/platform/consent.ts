import { readCookie, writeCookie } from './cookies'

/** Keeps for a year what the visitor chose: `1` for all cookies, `0` for the necessary ones. */
const COOKIE = 'cookies_accepted'
const YEAR_S = 31_536_000

/** What is kept only with consent: who sent the visitor, and what tells this browser from others. */
export const OPTIONAL_COOKIES = ['affb_id', 'stag', 'partner_id', 'installation'] as const

export type CookieChoice = 'accepted' | 'refused'

const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

/** What the visitor chose on this device; null before the first choice. */
export function cookieChoice(): CookieChoice | null {
  const value = readCookie(COOKIE)
  if (value === null || value === '') return null
  return value === '1' ? 'accepted' : 'refused'
}

/** Whether the visitor has accepted the optional cookies, and the measuring that goes with them. */
export function hasAcceptedCookies(): boolean {
  return cookieChoice() === 'accepted'
}

/** Tells `listener` of every choice; answers how to end that. */
export function onCookieChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remembers for a year that the visitor accepts all cookies, and begins what has waited for it. */
export function acceptCookies(): void {
  writeCookie(COOKIE, '1', YEAR_S)
  for (const begin of [...waiting]) begin()
  waiting.clear()
  for (const listener of [...listeners]) listener()
}

/**
 * Remembers for a year that the visitor allows the necessary cookies only; the optional ones go. Whoever had accepted
 * before has to load the page anew: what is running is not stopped by this.
 */
export function refuseCookies(): void {
  writeCookie(COOKIE, '0', YEAR_S)
  for (const name of OPTIONAL_COOKIES) writeCookie(name, '', 0)
  for (const listener of [...listeners]) listener()
}

/** Calls `then` once cookies are accepted: at once when they are. */
export function whenCookiesAccepted(then: () => void): void {
  if (hasAcceptedCookies()) then()
  else waiting.add(then)
}
