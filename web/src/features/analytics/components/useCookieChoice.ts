import { useSyncExternalStore } from 'react'
import { cookieChoice, hasAcceptedCookies, onCookieChoice, refuseCookies, type CookieChoice } from '@/platform/consent'

/** What the visitor chose about cookies; null before the first choice. */
export function useCookieChoice(): CookieChoice | null {
  return useSyncExternalStore(onCookieChoice, cookieChoice, () => null)
}

/** Refuses the optional cookies. What ran because they had been accepted ends with a fresh page. */
export function refuse(): void {
  const hadAccepted = hasAcceptedCookies()
  refuseCookies()
  if (hadAccepted) window.location.reload()
}
