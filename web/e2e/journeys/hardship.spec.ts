import { expect, test, type Page } from '@playwright/test'
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
