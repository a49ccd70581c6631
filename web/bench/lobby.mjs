// Measures the lobby as a phone sees it, with Lighthouse: the median of five runs, against the budgets.
// `cargo xtask bench web` starts a house and names it in CROUPIER_BENCH_URL.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'

const URL_MEASURED = process.env.CROUPIER_BENCH_URL ?? 'http://localhost:8080/'
const RUNS = 5
const PORT = 9229

/** What has to hold: scores at least, times and shifts at most. */
const BUDGETS = {
  performance: { least: 95, of: (result) => 100 * result.categories.performance.score },
  accessibility: { least: 100, of: (result) => 100 * result.categories.accessibility.score },
  best_practices: { least: 100, of: (result) => 100 * result.categories['best-practices'].score },
  seo: { least: 100, of: (result) => 100 * result.categories.seo.score },
  lcp_ms: { most: 1800, of: (result) => result.audits['largest-contentful-paint'].numericValue },
  cls: { most: 0.02, of: (result) => result.audits['cumulative-layout-shift'].numericValue },
  tbt_ms: { most: 200, of: (result) => result.audits['total-blocking-time'].numericValue },
}

const profile = await mkdtemp(join(tmpdir(), 'croupier-bench-web-'))
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${PORT}`],
})
const results = []
try {
  for (let run = 0; run < RUNS; run += 1) {
    const answer = await lighthouse(URL_MEASURED, { port: PORT, logLevel: 'error', output: 'json' })
    results.push(answer.lhr)
  }
} finally {
  await browser.close()
  await rm(profile, { recursive: true, force: true })
}

let kept = true
for (const [name, budget] of Object.entries(BUDGETS)) {
  const values = results.map(budget.of).sort((a, b) => a - b)
  const median = values[Math.floor(values.length / 2)]
  const holds = budget.least === undefined ? median <= budget.most : median >= budget.least
  kept &&= holds
  const bound = budget.least === undefined ? `most=${budget.most}` : `least=${budget.least}`
  console.log(`RESULT name=lobby_${name} value=${Number(median.toFixed(3))} ${bound} ${holds ? 'ok' : 'MISSED'}`)
}
for (const audit of Object.values(results.at(-1).audits)) {
  const counts = audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative'
  if (counts) console.log(`  below: ${audit.id} ${audit.displayValue ?? ''}`)
}
process.exitCode = kept ? 0 : 1
