import { expect, test } from '@playwright/test'
import { newVisitor } from '../support/player.ts'

test('a visitor signs up without a mouse', async ({ page }) => {
  const { email, password } = newVisitor()
  await page.goto('/sign-up')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.type(password)

  const terms = dialog.getByRole('checkbox', { name: /I'm of legal age/ })
  // Past the eye, country and currency; how many stops there are is the server's business.
  for (let stops = 0; stops < 12 && !(await terms.evaluate((box) => box === document.activeElement)); stops += 1) {
    await page.keyboard.press('Tab')
  }
  await expect(terms).toBeFocused()
  await page.keyboard.press('Space')
  await expect(terms).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()
})
