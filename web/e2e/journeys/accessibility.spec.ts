import { expect, test } from '@playwright/test'
import { SCREENS } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

/** What axe reads of every address stands with the pictures (`gallery/pages.spec.ts`); here is what they do not show. */
for (const name of ['phone', 'desktop'] as const) {
  test.describe(name, () => {
    test.use({ viewport: SCREENS[name] })

    test('a first visit, with the cookie bar', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
      await expectAccessible(page)
    })

    test('a player who looks at the balance', async ({ page }) => {
      await signUpQuietly(page)
      await page.goto('/')
      await page.getByRole('button', { name: /^Balance/ }).click()
      await expect(page.getByRole('dialog', { name: 'Balance' })).toBeVisible()
      await expectAccessible(page)
    })

    test('a player who may pay in', async ({ page }) => {
      await signUpQuietly(page)
      await tellPerson(page)
      await page.goto('/deposit')
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
      await expectAccessible(page)
    })
  })
}
