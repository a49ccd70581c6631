/** The server under test. */
export const SITE_URL = process.env.CROUPIER_E2E_URL ?? 'http://localhost:8080'

/** Its payment partner's sandbox. */
export const SANDBOX_URL = process.env.CROUPIER_E2E_SANDBOX ?? 'http://127.0.0.1:8090'

/** Its back office, which listens at the next port. */
export const OFFICE_URL = process.env.CROUPIER_E2E_OFFICE ?? nextPort(SITE_URL)

function nextPort(address: string): string {
  const url = new URL(address)
  url.port = String(Number(url.port) + 1)
  return url.origin
}
