import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { cashbox, CARDS, payWith, startDeposit } from '../support/cashbox.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'
import { test } from '../support/timedServer.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When the calendar that runs ends, in Unix milliseconds, and how many days it has. */
async function runningCalendar(url: string): Promise<{ endAt: number; total: number }> {
  const answer = await fetch(`${url}/api/fe/config/vip-adventures?l=en`)
  const { campaign, days } = (await answer.json()) as { campaign: { endAt: string }; days: { stepTotal: number }[] }
  return { endAt: Date.parse(campaign.endAt), total: days[0]?.stepTotal ?? 0 }
}

/** Types the password whenever it is asked for: whoever was away for a day is, before money moves. */
async function confirmWith(page: Page, password: string): Promise<void> {
  await page.addLocatorHandler(page.getByRole('dialog', { name: "Confirm it's you" }), async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
  })
}

/** Pays in the open cashbox with the card of an earlier deposit. */
async function payAgain(page: Page, amount: string): Promise<void> {
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill(amount)
  const press = { name: `Deposit €${amount}.00` }
  await cashbox(page).getByRole('button', press).click()
  await page
    .getByRole('dialog', { name: `Pay €${amount}.00?` })
    .getByRole('button', press)
    .click()
}

test('a player who pays in on every day of the calendar is given the gift for all of them', async ({ page, server }) => {
  test.setTimeout(900_000)
  // The next time of the calendar begins when this one ends.
  const { endAt, total } = await runningCalendar(server.url)
  expect(total).toBeGreaterThanOrEqual(7)
  const noonOf = (day: number) => endAt + (day - 1) * DAY_MS + 12 * HOUR_MS
  server.setClock(noonOf(1))
  const { password } = await signUpQuietly(page)
  await tellPerson(page)
  await confirmWith(page, password)
  const today = page.locator('[aria-current="date"]')
  const forAll = page.locator('[data-state="superb"]')
  for (let day = 1; day <= total; day += 1) {
    server.setClock(noonOf(day))
    await page.goto('/vip-adventures')
    await expect(page.getByText(`${day - 1} of ${total} days completed`)).toBeVisible()
    await expect(today).toHaveAttribute('data-state', 'active')
    await expect(forAll.getByText('For every day')).toBeVisible()
    await today.getByRole('link', { name: 'Deposit' }).click()
    if (day === 1) await payWith(await startDeposit(page, '50'), CARDS.good)
    else await payAgain(page, '50')
    await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
    await cashbox(page).getByRole('button', { name: 'Close' }).click()
    // Nobody reloads: the completed day is pushed.
    await expect(today).toHaveAttribute('data-state', 'completed')
    await expect(page.getByText(`${day} of ${total} days completed`)).toBeVisible()
  }
  await expect(page.locator('[data-state="completed"]')).toHaveCount(total)
  await expect(forAll.getByText('Completed')).toBeVisible()
  await forAll.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Summit bonus is active now.')).toBeVisible()
  await expect(forAll.getByRole('button', { name: 'Activate' })).toBeHidden()
  await expectAccessible(page)
  // It holds for whoever comes back.
  await page.reload()
  await expect(page.getByText(`${total} of ${total} days completed`)).toBeVisible()
  await expect(forAll.getByText('Completed')).toBeVisible()
  await expect(forAll.getByRole('button', { name: 'Activate' })).toBeHidden()
})
