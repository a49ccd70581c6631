import { expect, test, type Page } from '@playwright/test'
import { deposit } from '../support/cashbox.ts'
import { openGame, QUICK_DRAWING } from '../support/game.ts'
import { call, signUpQuietly, somebodyElse, tellPerson, type Visitor } from '../support/player.ts'

// The header beside a game is part of the page only on a screen of some width.
test.use({ ...QUICK_DRAWING, viewport: { width: 1100, height: 640 } })

const OPEN = ['solar-sails', 'Solar Sails', 'real'] as const

interface Limit {
  accounts: { current_value_amount_cents: number }[]
}

async function aPlayerWithMoney(page: Page): Promise<Visitor> {
  const visitor = await signUpQuietly(page)
  await tellPerson(page, somebodyElse())
  await deposit(page, '50')
  return visitor
}

const dailyCap = (page: Page, cents: number) => call(page, 'POST', '/api/user_limits', { type: 'wager', period: 'day', amount_cents: cents, currency: 'EUR' })

test('a limit that is reached in a game refuses the bet, and opens no other game', async ({ page }) => {
  test.setTimeout(240_000)
  await aPlayerWithMoney(page)
  await dailyCap(page, 100)
  const game = await openGame(page, ...OPEN)

  await test.step('bet until the cap says no', async () => {
    await expect(async () => {
      await game.getByRole('button', { name: 'Spin' }).press('Enter', { timeout: 20_000 })
      await expect(game.getByRole('dialog')).toContainText("This bet would exceed a limit you've set.", { timeout: 8_000 })
    }).toPass({ timeout: 120_000 })
  })

  const [limit] = (await call(page, 'GET', '/api/user_limits')) as Limit[]
  const bet = limit?.accounts[0]?.current_value_amount_cents ?? 0
  expect(bet).toBeGreaterThan(0)
  expect(bet).toBeLessThanOrEqual(100)

  await test.step('a cap that is used up leads to the limits instead of a game', async () => {
    // A stricter one applies at once.
    if (bet < 100) await dailyCap(page, bet)
    await page.goto('/play/northlight/solar-sails?mode=real')
    await expect(page).toHaveURL(/\/profile\/limits$/)
    await expect(page.getByText("You've reached a limit you set, so real-money games are closed for now.")).toBeVisible()
    await expect(page.getByText('Reached', { exact: true })).toBeVisible()
  })
})

test('who excludes themselves in one tab plays in no other, and cannot sign in', async ({ page, context }) => {
  test.setTimeout(240_000)
  const { email, password } = await aPlayerWithMoney(page)
  const game = await openGame(page, ...OPEN)
  const other = await context.newPage()

  await test.step('choose and confirm', async () => {
    await other.goto('/profile/limits')
    const card = other.getByRole('region', { name: 'Self-exclusion' })
    await card.getByRole('button', { name: /^Exclude me/ }).click()
    await card.getByRole('button', { name: 'Continue' }).click()
    const dialog = other.getByRole('dialog', { name: 'Self-exclusion' })
    await expect(dialog.getByText(/can't be ended early/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Exclude me' }).click()
    await expect(other.getByText("You're excluded now. We've signed you out everywhere.")).toBeVisible()
  })

  await test.step('both tabs are signed out, and no bet leaves the game', async () => {
    await expect(other.getByRole('button', { name: /^Balance/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Balance/ })).toHaveCount(0)
    expect((await page.request.get('/api/player/stats')).status()).toBe(401)
    let bets = 0
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/play/rounds') && answer.ok()) bets += 1
    })
    const spin = game.getByRole('button', { name: 'Spin' })
    if (await spin.isVisible()) await spin.press('Enter', { timeout: 5_000 }).catch(() => undefined)
    await page.waitForTimeout(1_000)
    expect(bets).toBe(0)
  })

  await test.step('the sign-in says until when', async () => {
    await other.goto('/sign-in')
    const dialog = other.getByRole('dialog', { name: 'Welcome back' })
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByText(/^Your account is self-excluded until/)).toBeVisible()
  })
})
