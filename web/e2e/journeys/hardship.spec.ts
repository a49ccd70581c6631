import { expect, test, type Page } from '@playwright/test'
import { Mirror } from '../support/mirror.ts'
import { signUpQuietly } from '../support/player.ts'

/** Failures that nobody caught, in the page and in the frames within it. */
function uncaught(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

test('a browser that keeps nothing and lets nobody else in shows the site and plays a game', async ({ page, baseURL }) => {
  const errors = uncaught(page)
  const house = new URL(baseURL ?? '').host
  const strangers: string[] = []
  await page.route(
    (url) => url.protocol.startsWith('http') && url.host !== house,
    (route) => {
      strangers.push(route.request().url())
      return route.abort()
    },
  )
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refuse })
  })
  await page.goto('/pokies/all')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/play/northlight/solar-sails?mode=demo')
  await expect(page.frameLocator('iframe[title="Solar Sails"]').getByRole('button', { name: 'Spin' })).toBeVisible({ timeout: 30_000 })
  await page.goto('/sign-up')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  expect(errors).toEqual([])
  expect(strangers).toEqual([])
})

test('a player whose socket is cut off sees the balance all the same', async ({ page }) => {
  const errors = uncaught(page)
  await page.routeWebSocket(/\/connection\/websocket/, (socket) => socket.close())
  await signUpQuietly(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Balance €0.00' })).toBeVisible()
  await page.goto('/profile/wallets')
  await expect(page.getByRole('heading', { name: 'Wallets' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a server that goes away under an open page is said to be away, is waited for, and the page goes on by itself', async ({ page }) => {
  const errors = uncaught(page)
  // Its placeholder, which keeps the room free under it, isn't seen.
  const away = page.getByText("We can't connect right now").filter({ visible: true })
  const mirror = new Mirror()
  await mirror.open()
  try {
    await page.goto(`${mirror.url}/payments`)
    await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
    // The server has painted that; what is to say that the server is away has to be there, and to run.
    await expect(page.getByRole('button', { name: 'Necessary only' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await mirror.shut()
    await page.locator('a[href="/pokies/slots"]').first().click()
    await expect(page).toHaveURL(/\/pokies\/slots$/)
    await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeHidden()
    await expect(away).toBeVisible()
    await mirror.open()
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Solar Sails/ })
        .first(),
    ).toBeVisible({ timeout: 30_000 })
    await expect(away).toBeHidden()
    expect(errors).toEqual([])
  } finally {
    await mirror.shut()
  }
})

test('a page whose scripts did not come runs once the server is back', async ({ page }) => {
  const errors = uncaught(page)
  let isAway = true
  let probes = 0
  await page.route('**', (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (pathname === '/client-context') probes += 1
    const isLost = request.method() === 'HEAD' || pathname === '/client-context' || /^\/assets\/(main|site)-/.test(pathname)
    return isAway && isLost ? route.abort('connectionrefused') : route.continue()
  })
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
  await expect.poll(() => probes).toBeGreaterThan(0)
  const loaded = page.waitForEvent('load')
  isAway = false
  await loaded
  await page.getByRole('button', { name: 'Search games' }).first().click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(errors).toEqual([])
})

/** Has scripts of the site gone, as after a deploy, until the answer is called. The page has been loaded anew for it already. */
async function withoutScripts(page: Page, gone: RegExp): Promise<() => void> {
  let isGone = true
  await page.addInitScript(() => sessionStorage.setItem('croupier.reloaded_at', String(Date.now())))
  await page.route('**/assets/**', (route) => {
    const { pathname } = new URL(route.request().url())
    return isGone && gone.test(pathname) ? route.fulfill({ status: 404, body: '' }) : route.continue()
  })
  return () => {
    isGone = false
  }
}

for (const [what, gone] of [
  ['entry script is gone', /\/assets\/index-[^/]+\.js$/],
  ['main script is gone', /\/assets\/main-[^/]+\.js$/],
] as const) {
  test(`a page whose ${what} says so in its language and can be loaded anew`, async ({ page }) => {
    const bring = await withoutScripts(page, gone)
    await page.goto('/de/payments')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const again = page.getByRole('alert').getByRole('link', { name: 'Seite neu laden' })
    await expect(again).toBeVisible({ timeout: 30_000 })
    bring()
    await again.click()
    await page.getByRole('button', { name: 'Spiele suchen' }).first().click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(again).toBeHidden()
  })
}

test('a screen whose part is gone says that it broke, within the site, and comes when it is tried again', async ({ page }) => {
  const bring = await withoutScripts(page, /\/assets\/PaymentsPage-[^/]+\.js$/)
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Something broke on our side' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('banner')).toBeVisible()
  bring()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
})
