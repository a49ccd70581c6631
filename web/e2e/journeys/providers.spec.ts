import { expect, test } from '@playwright/test'

test('somebody signs up by a provider, says where they live, and comes in by it again', async ({ page }) => {
  await page.goto('/de/sign-in')
  await page.getByRole('button', { name: 'Weiter mit Northgate' }).click()
  // On the provider's own page; the address is one that nobody had before.
  const email = `north-${Date.now()}@northgate.example`
  await page.getByLabel('Somebody else, by e-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/de\/profile\/complete$/)

  await page.context().clearCookies()
  await page.goto('/sign-in?redirect=%2Fprofile%2Fsecurity')
  await page.getByRole('button', { name: 'Continue with Northgate' }).click()
  await page.getByLabel('Somebody else, by e-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Other accounts' })).toBeVisible()
  await page.getByRole('button', { name: 'Unlink Northgate' }).click()
  await expect(page.getByText(/only way to sign in/)).toBeVisible()
})
