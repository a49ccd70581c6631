/** The house under test. */
export const SITE_URL = process.env.CROUPIER_E2E_URL ?? 'http://localhost:8080'

/** Its payment partner's sandbox. */
export const SANDBOX_URL = process.env.CROUPIER_E2E_SANDBOX ?? 'http://127.0.0.1:8090'
