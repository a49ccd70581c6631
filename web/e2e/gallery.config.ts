import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Pictures of every page: `cargo xtask gallery` starts a server for them, and looks whether they are as they were. */
export default defineConfig(journeys, {
  testDir: './gallery',
  testMatch: '*.spec.ts',
  globalTeardown: './gallery/report.ts',
  use: { trace: 'off', screenshot: 'off' },
})
