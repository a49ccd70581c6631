import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/** The server that is measured; `cargo xtask bench web` starts one. */
export const SERVER = (process.env.CROUPIER_BENCH_URL ?? 'http://localhost:8080').replace(/\/$/, '')

/** Its back office, which listens at the next port. */
export const OFFICE = process.env.CROUPIER_BENCH_OFFICE ?? SERVER.replace(/\d+$/, (port) => Number(port) + 1)

/** Where Lighthouse finds the browser. */
export const DEBUG_PORT = 9229

/** Runs `work` in a browser with a profile of its own, which is gone afterwards. */
export async function withBrowser(options, work) {
  const profile = await mkdtemp(join(tmpdir(), 'croupier-bench-web-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${DEBUG_PORT}`],
    ...options,
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Makes the browser that of a new player. */
export async function signUp(browser) {
  const headers = { 'X-Requested-With': 'XMLHttpRequest', Origin: SERVER }
  const user = {
    email: `bench-${Date.now()}@example.com`,
    password: 'Correct-horse-1',
    password_confirmation: 'Correct-horse-1',
    currency: 'EUR',
    country: 'EE',
    first_name: 'Ada',
    last_name: 'Koit',
    date_of_birth: '1990-02-03',
    terms_acceptance: true,
    dfpc: '0123456789abcdef',
  }
  const answer = await browser.request.post(`${SERVER}/api/users`, { headers, data: { user } })
  if (answer.status() !== 201) throw new Error(`sign-up answers ${answer.status()}: ${await answer.text()}`)
}
