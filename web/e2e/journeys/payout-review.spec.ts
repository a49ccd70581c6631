import { expect, test, type Page } from '@playwright/test'
import { cashbox, deposit } from '../support/cashbox.ts'
import { CROUPIER, croupier } from '../support/command.ts'
import { call, signUpQuietly, tellPerson } from '../support/player.ts'

/** The rule `shared_device` holds a payout from a browser that more other players than this have paid with. */
const OTHERS_MAX = 5

/**
 * Has other players ask the fraud check in this browser, so that it is one of many. One address signs up a hundred players an hour
 * at most, all journeys together.
 */
async function shareBrowser(page: Page): Promise<void> {
  for (let other = 0; other <= OTHERS_MAX; other += 1) {
    await signUpQuietly(page)
    await call(page, 'POST', '/api/users/transaction', {
      type: 'transaction',
      amount_cents: 2_000,
      currency: 'EUR',
      payment_system: 'visa_mastercard',
    })
    await call(page, 'DELETE', '/api/users/sign_out')
  }
}

async function withdraw(page: Page): Promise<string> {
  await page.goto('/withdraw')
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('25')
  const made = page.waitForResponse((answer) => answer.url().endsWith('/api/player/payments') && answer.request().method() === 'POST')
  await cashbox(page)
    .getByRole('button', { name: /^Withdraw €25/ })
    .click()
  const { id, state } = (await (await made).json()) as { id: string; state: string }
  expect(state).toBe('reserved')
  return id
}

test('a payout that a person has to look at waits: declined it comes back and says why, approved it is sent', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  test.setTimeout(180_000)
  await shareBrowser(page)
  await signUpQuietly(page)
  await tellPerson(page)
  await deposit(page, '30')
  const declined = await withdraw(page)
  await expect(cashbox(page).getByText("We're checking your withdrawal")).toBeVisible()
  croupier('payout', 'decline', declined, '--by', 'Ann', '--reason', 'A browser of many players.')
  await expect(cashbox(page).getByText("Your withdrawal didn't go through")).toBeVisible({ timeout: 45_000 })
  await expect(cashbox(page).getByText("We couldn't approve it. The amount is back in your balance.")).toBeVisible()
  await page.goto('/withdraw')
  await expect(cashbox(page).getByText('€30.00', { exact: true }).first()).toBeVisible()
  const approved = await withdraw(page)
  await cashbox(page).getByRole('link', { name: 'Payment history' }).click()
  const row = cashbox(page).getByRole('listitem').filter({ hasText: 'Withdrawal' }).first()
  await expect(row).toContainText('In review')
  croupier('payout', 'approve', approved, '--by', 'Ann', '--reason', 'The player is known.')
  // Told by the socket: nobody loads the page anew.
  await expect(row).toContainText('Completed', { timeout: 45_000 })
})
