import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { DEBUG_PORT, OFFICE, SERVER, signUp, withBrowser } from './browser.mjs'
import { hold } from './budgets.mjs'
import { blockingWork } from './tasks.mjs'

const RUNS = 5

const PAGES = { lobby: '/', category: '/pokies/all', game: '/play/northlight/solar-sails', content: '/about', news: '/news' }

const score = (category) => (result) => 100 * result.categories[category].score
const audit = (name) => (result) => result.audits[name].numericValue

/** What has to hold of every page: scores at least, times and shifts at most. */
const BUDGETS = {
  performance: { least: 95, of: score('performance') },
  accessibility: { least: 100, of: score('accessibility') },
  best_practices: { least: 100, of: score('best-practices') },
  lcp_ms: { most: 1800, of: audit('largest-contentful-paint') },
  cls: { most: 0.02, of: audit('cumulative-layout-shift') },
  tbt_ms: { most: 200, of: audit('total-blocking-time') },
  blocking_work_ms: { most: 200, of: (result) => result.blockingWork },
}

/** The same of pages that search engines may show: those of the back office ask them to stay away. */
const SITE_BUDGETS = { ...BUDGETS, seo: { least: 100, of: score('seo') } }

/** The pages as a phone on a slow line sees them on a first visit, Lighthouse's own profile; staff works at a desk. */
export const checks = [
  ...Object.entries(PAGES).flatMap(([page, path]) =>
    ['guest', 'player'].map((visitor) => ({ name: `${page}_${visitor}`, run: () => measure(`${page}_${visitor}`, SERVER + path, visitor, SITE_BUDGETS) })),
  ),
  { name: 'office_sign_in', run: () => measure('office_sign_in', OFFICE, 'guest', BUDGETS, desktop) },
]

/** One run. Now and then the browser records nothing of it: then it is made again. */
async function once(url, profile, triesLeft = 2) {
  const { lhr, artifacts } = await lighthouse(url, { port: DEBUG_PORT, logLevel: 'error', output: 'json' }, profile)
  if (!lhr.runtimeError) return { ...lhr, blockingWork: blockingWork(artifacts.Trace) }
  if (triesLeft === 0) throw new Error(lhr.runtimeError.message)
  return once(url, profile, triesLeft - 1)
}

async function measure(name, url, visitor, budgets, profile) {
  const results = await withBrowser({}, async (browser) => {
    if (visitor === 'player') await signUp(browser)
    const found = []
    for (let run = 0; run < RUNS; run += 1) {
      found.push(await once(url, profile))
    }
    return found
  })
  for (const [figure, { of, ...bound }] of Object.entries(budgets)) hold(`${name}_${figure}`, results.map(of), bound)
  for (const { id, score, displayValue, scoreDisplayMode } of Object.values(results.at(-1).audits)) {
    if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative') console.log(`  below: ${id} ${displayValue ?? ''}`)
  }
}
