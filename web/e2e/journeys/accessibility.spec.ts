import { expect, test } from '@playwright/test'
import { GUEST_ADDRESSES, PLAYER_ADDRESSES, SCREENS } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

const WIDTHS = ['phone', 'desktop'] as const

for (const name of WIDTHS) {
  test.describe(name, () => {
    test.use({ viewport: SCREENS[name] })

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
