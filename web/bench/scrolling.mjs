import { SERVER, withBrowser } from './browser.mjs'
import { hold } from './budgets.mjs'

const TILES = 5_000
const NODES_MAX = 1_500
/** Games on a page when the site asks for no number, as for its lists. */
const PAGE_SIZE = 40
const VIEWPORTS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** How many elements the page ever holds while a list of five thousand games is scrolled to its end. */
export const checks = Object.entries(VIEWPORTS).map(([name, viewport]) => ({
  name: `scrolling_${name}`,
  run: () => withBrowser({ viewport }, (browser) => scroll(name, browser)),
}))

async function scroll(name, browser) {
  const page = browser.pages()[0] ?? (await browser.newPage())
  let lastPage = 0
  // The server has fewer games: the network between answers with as many as are wanted, made of one of them.
  await page.route('**/api/games_filter', async (route) => {
    const { page: number, page_size: size = PAGE_SIZE } = route.request().postDataJSON()
    const answer = await (await route.fetch({ postData: { ...route.request().postDataJSON(), page: 1 } })).json()
    const pages = Math.ceil(TILES / size)
    const data = Array.from({ length: Math.min(size, TILES - (number - 1) * size) }, (_, place) => {
      const game = answer.data[place % answer.data.length]
      return { ...game, identifier: `${game.identifier}-${number}-${place}` }
    })
    lastPage = Math.max(lastPage, number)
    const pagination = { current_page: number, next_page: number < pages ? number + 1 : null, total_pages: pages, total_count: TILES }
    await route.fulfill({ json: { data, pagination } })
  })
  await page.goto(SERVER, { waitUntil: 'networkidle' })
  // Within the visit, so that the list is asked for over the network.
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first().click()
  await page.waitForURL('**/pokies/all')
  const counts = await page.evaluate(async (tiles) => {
    const found = []
    const shown = () => Number(/[\d,]+/.exec(document.querySelector('main [role=status]')?.textContent ?? '')?.[0].replaceAll(',', '') ?? 0)
    const frame = () => new Promise(requestAnimationFrame)
    let still = 0
    for (let seen = 0; still < 600 && !(seen === tiles && window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 4);) {
      window.scrollBy(0, window.innerHeight)
      await frame()
      await frame()
      found.push(document.querySelectorAll('*').length)
      still = shown() === seen ? still + 1 : 0
      seen = shown()
    }
    return { nodes: Math.max(...found), seen: shown(), tiles: document.querySelectorAll('main article').length }
  }, TILES)
  if (counts.seen !== TILES || counts.tiles === 0) throw new Error(`scrolled ${counts.seen} of ${TILES} tiles, ${counts.tiles} on show, page ${lastPage}`)
  hold(`scrolling_${name}_nodes`, [counts.nodes], { most: NODES_MAX })
}
