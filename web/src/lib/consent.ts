/** Set once the visitor has accepted cookies; what only measures waits for it. */
const COOKIE = 'cookies_accepted'
const YEAR_S = 31_536_000

const listeners = new Set<() => void>()

/** Whether the visitor has accepted cookies on this device. */
export function hasAcceptedCookies(): boolean {
  return document.cookie.split('; ').some((pair) => pair.startsWith(`${COOKIE}=`))
}

/** Remembers for a year that the visitor accepts cookies, and tells whoever waits for it. */
export function acceptCookies(): void {
  document.cookie = `${COOKIE}=1; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
  for (const listener of [...listeners]) listener()
  listeners.clear()
}

/** Calls `then` once cookies are accepted: at once when they are. */
export function whenCookiesAccepted(then: () => void): void {
  if (hasAcceptedCookies()) then()
  else listeners.add(then)
}
