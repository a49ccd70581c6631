import { useSyncExternalStore } from 'react'
import { cookieChoice, onCookieChoice, type CookieChoice } from '@/platform/consent'

/** What the visitor chose about cookies; null before the first choice. */
export function useCookieChoice(): CookieChoice | null {
  return useSyncExternalStore(onCookieChoice, cookieChoice, () => null)
}
