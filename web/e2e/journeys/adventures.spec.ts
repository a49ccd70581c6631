import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { cashbox, CARDS, payWith, startDeposit } from '../support/cashbox.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test('a guest is asked to sign up, and a deposit completes today and brings its gift', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/vip-adventures')
  const today = page.locator('[aria-current="date"]')
  await expect(today.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expectAccessible(page)
  await signUpQuietly(page)
  await tellPerson(page)
  // On a phone the partner's page takes the place of the site's.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/vip-adventures')
  await today.getByRole('link', { name: 'Deposit' }).click()
  await payWith(await startDeposit(page, '50'), CARDS.good)
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
  await cashbox(page).getByRole('button', { name: 'Close' }).click()
  // Nobody reloads: the completed day is pushed.
  await expect(today).toHaveAttribute('data-state', 'completed')
  await today.getByRole('button', { name: 'Activate' }).click()
  await expect(today.getByRole('button', { name: 'Activate' })).toBeHidden()
  await expectAccessible(page)
})
