import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

const WIDTHS = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
]

const GUEST_ADDRESSES = [
  '/',
  '/pokies/all',
  '/producers',
  '/producers/northlight',
  '/play/northlight/solar-sails',
  '/payments',
  '/responsible-gaming',
  '/terms-and-conditions',
  '/de/cookie-policy',
  '/oops',
  '/no-such-page',
  '/sign-in',
  '/sign-up',
]

const PLAYER_ADDRESSES = [
  '/deposit',
  '/withdraw',
  '/dashboard',
  '/favorite-games',
  '/profile',
  '/profile/wallets',
  '/profile/games-history',
  '/profile/fairness',
]

for (const { name, viewport } of WIDTHS) {
  test.describe(name, () => {
    test.use({ viewport })

    for (const address of GUEST_ADDRESSES) {
      test(`a guest at ${address}`, async ({ page }, info) => {
        await page.goto(address)
        await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await info.attach(`${name} ${address}`, { body: await page.screenshot(), contentType: 'image/png' })
        await expectAccessible(page)
      })
    }

    test('a player who looks at the balance', async ({ page }) => {
      await signUpQuietly(page)
      await page.goto('/')
      await page.getByRole('button', { name: /^Balance/ }).click()
      await expect(page.getByRole('dialog', { name: 'Balance' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    })

    for (const address of PLAYER_ADDRESSES) {
      test(`a player at ${address}`, async ({ page }, info) => {
        await signUpQuietly(page)
        if (address === '/deposit') await tellPerson(page)
        await page.goto(address)
        await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await info.attach(`${name} ${address}`, { body: await page.screenshot(), contentType: 'image/png' })
        await expectAccessible(page)
      })
    }
  })
}
