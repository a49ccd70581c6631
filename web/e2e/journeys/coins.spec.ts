import { expect, test, type JSHandle, type Locator } from '@playwright/test'
import { cashbox } from '../support/cashbox.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test.beforeEach(async ({ page }) => {
  await signUpQuietly(page)
  await tellPerson(page)
  const socket = page.waitForEvent('websocket')
  await page.goto('/deposit')
  // Counts come as frames; a page that is busy opens its socket late.
  await socket
  await cashbox(page)
    .getByRole('link', { name: /Bitcoin/ })
    .click()
  await page.getByRole('dialog', { name: 'Choose a wallet' }).getByRole('button', { name: /BTC/ }).click()
})

/** The counts of confirmations that are shown from now on, in their order. */
const countsShown = (dialog: Locator): Promise<JSHandle<Set<string>>> =>
  dialog.evaluateHandle(() => {
    const seen = new Set<string>()
    const note = () => (document.body.textContent.match(/\d of 3/g) ?? []).forEach((count) => seen.add(count))
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
    return seen
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
  const counts = await countsShown(dialog)
  await frame.getByRole('button', { name: 'Seen, confirmed one by one' }).click()
  await expect(dialog.getByText('Deposit complete')).toBeVisible({ timeout: 30_000 })
  // Each frame has the page ask for the payment anew, so a count that is over by then is passed by; none comes twice or back.
  const shown = await counts.evaluate((seen) => [...seen])
  expect(shown.length, shown.join()).toBeGreaterThan(2)
  expect(shown).toEqual(['0 of 3', '1 of 3', '2 of 3', '3 of 3'].slice(-shown.length))
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await expect(dialog.getByText('You asked for')).toBeVisible()
})
