import { hasAcceptedCookies, refuseCookies } from '@/platform/consent'

/** Refuses the optional cookies, and reloads the page where they had been accepted: what runs by that consent only ends so. */
export function refuseCookiesAndReload(): void {
  const hadAccepted = hasAcceptedCookies()
  refuseCookies()
  if (hadAccepted) window.location.reload()
}
