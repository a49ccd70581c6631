import { defineConfig } from '@playwright/test'
import { SITE_URL } from './support/servers.ts'

/** What is walked for every change: money, sessions, games, and a server that goes away. The long form walks all there is. */
const EVERYDAY = ['game-and-site', 'hardship', 'payments', 'security', 'session', 'whole-visit']

/** Names of journeys to walk instead, with commas between: for whoever mends one. */
const ONLY = process.env.E2E_ONLY?.split(',')

/** Journeys through a running server: `cargo xtask test end-to-end` starts one and names it in the environment. */
export default defineConfig({
  testDir: './journeys',
  testMatch: (ONLY ?? (process.env.CROUPIER_E2E_JOURNEYS === 'everyday' ? EVERYDAY : ['*'])).map((name) => `${name}.spec.ts`),
  outputDir: '../test-results',
  // One server, one clock, two cores: journeys that share them go one after the other.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // On a build machine a journey that fails is walked once more and told as flaky; by hand it fails at once.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: SITE_URL,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    // A journey sees the server itself; the one about the worker lets it in.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'Europe/Tallinn',
    screenshot: 'only-on-failure',
    // Recording costs every step a picture and a copy of the page: only a journey that is walked once more is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CROUPIER_E2E_CHROMIUM ?? '/usr/bin/chromium',
      // A build machine has no graphics card: its processor would draw every page and game as one does, and have little time
      // for anything else. The journey about a game's graphics asks for them.
      args: ['--no-sandbox', '--disable-3d-apis'],
    },
  },
})
