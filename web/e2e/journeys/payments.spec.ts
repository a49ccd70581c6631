import { expect, test } from '@playwright/test'
import { cashbox, CARDS, deposit, payWith, startDeposit } from '../support/cashbox.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test.beforeEach(async ({ page }) => {
  await signUpQuietly(page)
  await tellPerson(page)
})

test('a declined card is told with its reason, and nothing is credited', async ({ page }) => {
  await page.goto('/deposit')
  await payWith(await startDeposit(page, '50'), CARDS.declined)
  await expect(cashbox(page).getByText('Your bank declined the card. You were not charged.')).toBeVisible()
  await cashbox(page).getByRole('button', { name: 'Try again' }).click()
  await expect(cashbox(page).getByRole('textbox', { name: 'Amount' })).toBeVisible()
  await expect(cashbox(page).getByText('€0.00')).toBeVisible()
})

test('a deposit cancelled at the partner ends as cancelled, and is not told again', async ({ page }) => {
  await page.goto('/deposit')
  const frame = await startDeposit(page, '50')
  await frame.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(cashbox(page).getByText('Deposit cancelled')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Balance €0.00' })).toBeVisible()
  await expect(page.getByText('Your deposit was cancelled.')).toHaveCount(0)
})

test("a card that asks for the bank's code goes through with the right one", async ({ page }) => {
  await page.goto('/deposit')
  const frame = await startDeposit(page, '50')
  await payWith(frame, CARDS.challenged)
  const shown = await frame.locator('output').innerText()
  await frame.getByLabel('Code').fill('000000')
  await frame.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(frame.getByText('This is not the code.')).toBeVisible()
  await frame.getByLabel('Code').fill(shown.replaceAll(/\D/g, ''))
  await frame.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
})

test('a stored card pays without the form', async ({ page }) => {
  await deposit(page, '30')
  await page.goto('/deposit')
  await expect(cashbox(page).getByRole('radio', { name: /4242/ })).toBeChecked()
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('20')
  await cashbox(page)
    .getByRole('button', { name: /^Deposit €20/ })
    .click()
  const question = page.getByRole('dialog', { name: 'Pay €20.00?' })
  await expect(question.getByText("We'll charge €20.00 to Visa •••• 4242 right away.")).toBeVisible()
  await question.getByRole('button', { name: 'Deposit €20.00' }).click()
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Balance €50.00' })).toBeVisible()
})

test('one press repeats the last deposit', async ({ page }) => {
  await deposit(page, '30')
  await page.goto('/deposit')
  await cashbox(page)
    .getByRole('link', { name: /^Deposit €30\.00 again/ })
    .click()
  await expect(cashbox(page).getByRole('heading', { name: 'One press' })).toBeVisible()
  await expect(cashbox(page).getByText('Visa •••• 4242')).toBeVisible()
  await cashbox(page).getByRole('button', { name: 'Deposit €30.00' }).click()
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Balance €60.00' })).toBeVisible()
})

for (const [amount, complaint] of [
  ['1e3', 'Please enter a number, such as 1,250.50.'],
  ['-1', 'Please enter a number, such as 1,250.50.'],
  ['0.5', 'The minimum is €10.00.'],
  ['50.005', 'Use 2 decimal places at most.'],
  ['999999', 'The maximum is €5,000.00.'],
] as const) {
  test(`the amount ${amount} is refused before anything is sent`, async ({ page }) => {
    await page.goto('/deposit')
    await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill(amount)
    await cashbox(page)
      .getByRole('button', { name: /^Deposit/ })
      .click()
    await expect(cashbox(page).getByText(complaint)).toBeVisible()
  })
}

test('a payout above what is available is refused', async ({ page }) => {
  await deposit(page, '30')
  await page.goto('/withdraw')
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('30.01')
  await cashbox(page)
    .getByRole('button', { name: /^Withdraw/ })
    .click()
  await expect(cashbox(page).getByText('You can withdraw up to €30.00.')).toBeVisible()
})

test('a payout can be taken back while it waits', async ({ page }) => {
  await deposit(page, '30')
  await page.goto('/withdraw')
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('25')
  await cashbox(page)
    .getByRole('button', { name: /^Withdraw €25/ })
    .click()
  await cashbox(page).getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page
    .getByRole('dialog', { name: /^Cancel your/ })
    .getByRole('button', { name: 'Cancel withdrawal' })
    .click()
  await expect(page.getByText('€25.00 is back in your balance.')).toBeVisible()
  await expect(cashbox(page).getByText('Withdrawal cancelled')).toBeVisible()
})

test('a payout arrives, and the history says so', async ({ page }) => {
  await deposit(page, '30')
  await page.goto('/withdraw')
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('25')
  await cashbox(page)
    .getByRole('button', { name: /^Withdraw €25/ })
    .click()
  await expect(cashbox(page).getByText('Your withdrawal is on its way')).toBeVisible()
  await expect(cashbox(page).getByText('Your withdrawal has been sent')).toBeVisible({ timeout: 45_000 })
  await cashbox(page).getByRole('link', { name: 'Payment history' }).click()
  await expect(cashbox(page).getByRole('listitem').filter({ hasText: 'Withdrawal' })).toContainText('Completed')
  await expect(cashbox(page).getByText('€5.00', { exact: true }).first()).toBeVisible()
})

test('the partners page stands where it first shows, so that a quick click reaches it', async ({ page }) => {
  await page.goto('/deposit')
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('50')
  const places = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = []
        const look = () => {
          const frame = document.querySelector('iframe')?.getBoundingClientRect()
          if (frame) found.push([frame.x, frame.y, frame.width, frame.height].join(' '))
          if (found.length < 60) requestAnimationFrame(look)
          else resolve([...new Set(found)])
        }
        look()
      }),
  )
  await cashbox(page)
    .getByRole('button', { name: /^Deposit €/ })
    .click()
  expect(await places).toHaveLength(1)
})
