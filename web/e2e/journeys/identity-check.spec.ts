import { expect, test } from '@playwright/test'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test('a player verifies at the page of the identity partner', async ({ page }) => {
  await signUpQuietly(page)
  await page.goto('/profile/verification')
  const card = page.getByRole('region', { name: 'Verify online' })
  await card.getByRole('button', { name: 'Verify now' }).click()
  // The document is compared with the profile, which has to be filled first.
  await expect(card.getByRole('link', { name: 'Go to my profile' })).toBeVisible()
  await tellPerson(page)
  await page.goto('/profile/verification')
  await card.getByRole('button', { name: 'Verify now' }).click()
  const frame = page.frameLocator('iframe[title="Page of our identity partner"]')
  await frame.getByRole('button', { name: 'A blurred picture' }).click()
  // Told by the socket: the dialog closes by itself, and nobody loads the page anew.
  await expect(card.getByText("A picture couldn't be read. Use good light and hold still.")).toBeVisible()
  await card.getByRole('button', { name: 'Try again' }).click()
  await frame.getByRole('button', { name: 'My own document' }).click()
  await expect(page.getByText('Your account is verified')).toBeVisible()
  await expect(card.getByText('Confirmed', { exact: true })).toBeVisible()
})
