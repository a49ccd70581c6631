import { SERVER, withBrowser } from './browser.mjs'
import { hold } from './budgets.mjs'

const RUNS = 5
const SLOWDOWN = 4
const INTERACTION_MS_MAX = 100
/** From one key to the next: a hundred words a minute, which is fast for thumbs. */
const KEY_MS = 120

/** What a visitor does on a phone: where, how, and what shows that it is done. */
const SCRIPTS = {
  open_menu: async (page) => {
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('dialog').waitFor()
  },
  search: async (page) => {
    await page.getByRole('button', { name: 'Search' }).first().tap()
    await page.getByRole('searchbox').waitFor()
    await rest(page)
    await page.keyboard.type('solar', { delay: KEY_MS })
    await page.getByRole('dialog').getByRole('link', { name: 'Solar Sails' }).first().waitFor()
  },
  open_game: async (page) => {
    const tile = page.locator('main article a[href^="/play/"]:not([href*="mode="])').first()
    await tile.scrollIntoViewIfNeeded()
    await rest(page)
    await tile.tap()
    await page.waitForURL('**/play/**')
    await page.getByRole('link', { name: /play/i }).first().waitFor()
  },
  switch_category: async (page) => {
    const tabs = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
    await tabs.first().tap()
    await page.waitForURL('**/pokies/all')
    await rest(page)
    await tabs.nth(1).tap()
    await page.waitForURL((url) => url.pathname !== '/pokies/all')
    await page.locator('main article').first().waitFor()
  },
  open_sign_in: async (page) => {
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).tap()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  },
}

/** From an input until the next frame (Event Timing), the worst of a script, on a processor four times slower. */
export const checks = Object.entries(SCRIPTS).map(([name, script]) => ({
  name: `interaction_${name}`,
  run: async () => {
    const worst = []
    for (let run = 0; run < RUNS; run += 1) worst.push(await longest(script))
    hold(`interaction_${name}_ms`, worst, { most: INTERACTION_MS_MAX })
  },
}))

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

/** Nobody taps before the eye has found where, nor as soon as a page is there: waits until it is drawn and has nothing left to do. */
function rest(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done()))))
}

async function longest(script) {
  return withBrowser(PHONE, async (browser) => {
    const page = browser.pages()[0] ?? (await browser.newPage())
    await page.addInitScript(() => {
      window.interactions = []
      new PerformanceObserver((list) => window.interactions.push(...list.getEntries().filter((entry) => entry.interactionId > 0))).observe({
        type: 'event',
        durationThreshold: 16,
        buffered: true,
      })
    })
    const devtools = await browser.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(SERVER, { waitUntil: 'networkidle' })
    await rest(page)
    await script(page)
    // The entries of the last frame come after it.
    await rest(page)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    // Shorter ones than the least that is told count as that least.
    return page.evaluate(() => Math.max(16, ...window.interactions.map((entry) => entry.duration)))
  })
}
