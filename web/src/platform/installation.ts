import { whenCookiesAccepted } from './consent'
import { readCookie, writeCookie } from './cookies'
import { randomHex } from './random'

/** The cookie by which the server gives this browser the same part of a share and the same variant each time. */
const COOKIE = 'installation'
const YEAR_S = 31_536_000

/** Once optional cookies are accepted, marks this browser with a number made up by chance; `onMarked` hears of a new mark. */
export function markInstallation(onMarked: () => void): void {
  whenCookiesAccepted(() => {
    if (readCookie(COOKIE)) return
    writeCookie(COOKIE, randomHex(16), YEAR_S)
    onMarked()
  })
}
