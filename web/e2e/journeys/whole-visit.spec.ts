import { expect, test, type Page } from '@playwright/test'
import { cashbox, CARDS, payWith, startDeposit } from '../support/cashbox.ts'
import { balanceCents, fillPersonalInfo, newVisitor } from '../support/player.ts'

test('from sign-up to a payout that arrives', async ({ page, context }) => {
  test.setTimeout(180_000)
  const visitor = newVisitor()

  await test.step('sign up', async () => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(visitor.email)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(visitor.password)
    await dialog.getByRole('button', { name: /Currency/ }).click()
    await page.getByRole('option', { name: /^EUR/ }).click()
    await dialog.getByText("I'm of legal age").click({ position: { x: 5, y: 5 } })
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('dialog', { name: 'Confirm your e-mail address' }).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()
    expect(await balanceCents(page)).toBe(0)
  })

  await test.step('deposit at the partner', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Deposit' }).click()
    await fillPersonalInfo(page)
    await expect(cashbox(page).getByRole('textbox', { name: 'Amount' })).toHaveValue('50')
    await payWith(await startDeposit(page, '50'), CARDS.good)
    await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
    await cashbox(page).getByRole('button', { name: 'Play now' }).click()
    await expect(page.getByRole('button', { name: 'Balance €50.00' })).toBeVisible()
  })

  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('button', { name: 'Balance €50.00' })).toBeVisible()

  await test.step('find a game and play it with the keyboard', async () => {
    await page.getByRole('button', { name: 'Search games' }).first().click()
    await page.getByRole('searchbox').fill('solar')
    // The tiles that were there before, of games worth a look, go.
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 game found')
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Solar Sails/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Play', exact: true }).first().click()
    const game = page.frameLocator('iframe[title="Solar Sails"]')
    const spin = game.getByRole('button', { name: 'Spin' })
    await expect(spin).toBeVisible({ timeout: 30_000 })
    await spin.focus()
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds') && answer.request().method() === 'POST')
    await page.keyboard.press('Space')
    const round = (await (await answered).json()) as { balance_cents: number; stake_cents: number; win_cents: number; status: string }
    // A feature that begins is paid when it ends.
    const won = round.status === 'finished' ? round.win_cents : 0
    expect(round.balance_cents).toBe(50_00 - round.stake_cents + won)
  })

  await test.step('the other tab follows', async () => {
    await expect.poll(async () => balanceCents(second)).toBe(await settledBalance(page))
    await second.close()
  })

  await test.step('prove the round', async () => {
    await page.goto('/profile/games-history')
    await page
      .getByRole('link', { name: /^Verify the round of Solar Sails/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Rotate seeds and check' }).click()
    await expect(page.getByText('This round was fair')).toBeVisible()
  })

  await test.step('pay out', async () => {
    await page.goto('/withdraw')
    const before = await balanceCents(page)
    await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('20')
    await cashbox(page)
      .getByRole('button', { name: /^Withdraw €20/ })
      .click()
    await expect(cashbox(page).getByText('Your withdrawal is on its way')).toBeVisible()
    await expect(cashbox(page).getByText('Your withdrawal has been sent')).toBeVisible({ timeout: 45_000 })
    await cashbox(page).getByRole('link', { name: 'Payment history' }).click()
    const row = cashbox(page).getByRole('listitem').filter({ hasText: 'Withdrawal' })
    await expect(row).toContainText('Completed')
    await cashbox(page).getByRole('button', { name: 'Close' }).click()
    expect(await balanceCents(page)).toBe(before - 2000)
  })
})

/** The balance that the server tells, in cents. */
async function settledBalance(page: Page): Promise<number> {
  const answer = await page.context().request.get('/api/player/accounts')
  const accounts = (await answer.json()) as { active: boolean; amount_cents: number }[]
  return accounts.find(({ active }) => active)?.amount_cents ?? 0
}
