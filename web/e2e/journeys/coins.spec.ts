import { expect, test } from '@playwright/test'
import { cashbox } from '../support/cashbox.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test.beforeEach(async ({ page }) => {
  await signUpQuietly(page)
  await tellPerson(page)
  await page.goto('/deposit')
  await cashbox(page).getByRole('link', { name: /Bitcoin/ }).click()
  await page.getByRole('dialog', { name: 'Choose a wallet' }).getByRole('button', { name: /BTC/ }).click()
})

test('a deposit of bitcoin is confirmed block by block, and credits what arrived', async ({ page }) => {
  const dialog = cashbox(page)
  await expect(dialog.getByText('0 BTC')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.002')
  await dialog.getByRole('button', { name: /^Deposit/ }).click()
  const frame = dialog.locator('iframe').contentFrame()
  await expect(frame.getByRole('heading', { name: 'Send Bitcoin' })).toBeVisible()
  await expect(frame.getByText(/^tb1q/)).toBeVisible()
  await expect(frame.getByText('Network', { exact: true })).toHaveCount(0)
  await frame.getByLabel('Amount that arrives').fill('0.0015')
  await frame.getByRole('button', { name: 'Seen, confirmed one by one' }).click()
  for (const count of ['0', '1', '2']) await expect(dialog.getByText(`${count} of 3`)).toBeVisible()
  await expect(dialog.getByText('Deposit complete')).toBeVisible()
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await expect(dialog.getByText('You asked for')).toBeVisible()
})
