import { randomBytes } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { cashbox, CARDS, payWith, startDeposit } from '../support/cashbox.ts'
import { CROUPIER, croupier } from '../support/command.ts'
import { openGame, QUICK_DRAWING } from '../support/game.ts'
import { call, signUpQuietly, tellPerson } from '../support/player.ts'
import { playRound } from '../support/slot.ts'

test.use(QUICK_DRAWING)

/** Makes a coupon, as staff does, and answers its code. */
function coupon(offer: string): string {
  const code = `E2E-${randomBytes(5).toString('hex')}`
  croupier('coupon', 'make', code, '--offer', offer, '--until', '2100-01-01T00:00:00Z', '--by', 'a journey')
  return code
}

/** Whether the bonus is active and the wallet holds a stake. */
async function canStake(page: Page, stakeCents: number): Promise<boolean> {
  const [bonus] = (await call(page, 'GET', '/api/player/bonuses')) as { stage: string }[]
  const accounts = (await call(page, 'GET', '/api/player/accounts')) as { amount_cents: number; bonus_amount_cents: number }[]
  const held = accounts.map((account) => account.amount_cents + account.bonus_amount_cents)
  return bonus?.stage === 'handle_bets' && Math.max(...held) >= stakeCents
}

/** The token of a session of a game for money. */
async function launch(page: Page): Promise<string> {
  const body = { identifier: 'northlight/solar-sails', mode: 'real', device: 'desktop', currency: 'EUR' }
  const { launch_url } = (await call(page, 'POST', '/api/games/launch', body)) as { launch_url: string }
  return new URLSearchParams(launch_url.split('#')[1]).get('session') ?? ''
}

const gift = (page: Page, name: string) => page.getByRole('article', { name })

test('a coupon brings a bonus, which is activated, wagered and seen to its end', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  test.setTimeout(180_000)
  const code = coupon('GIFT5')
  await signUpQuietly(page)
  await page.goto('/profile/promocode')
  const field = page.getByRole('textbox', { name: 'Code' })
  await field.fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText("We don't know this code.")).toBeVisible()
  await field.fill(code)
  await page.getByRole('button', { name: 'Redeem' }).click()
  await page.getByRole('main').getByRole('link', { name: 'See my gifts' }).click()
  await expect(page.getByTestId('gift-count').first()).toHaveText('1')
  await gift(page, 'Bonus gift').getByRole('button', { name: 'Activate' }).click()
  await expect(gift(page, 'Bonus gift').getByText('€0.00 of €15.00 wagered')).toBeVisible()
  await expect(gift(page, 'Bonus gift').getByText('Bets up to €2.00')).toBeVisible()
  await expectAccessible(page)

  await tellPerson(page)
  const token = await launch(page)
  await playRound(page, token, 20)
  // Progress follows the bet at once, and is read with the page.
  await expect(async () => {
    await page.reload()
    await expect(gift(page, 'Bonus gift').getByText('€0.20 of €15.00 wagered')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  // Luck decides whether the money lasts for all of it; either way the page that stays open tells the end.
  const over = page.getByRole('region', { name: 'Finished' }).getByRole('article', { name: 'Bonus gift' })
  while (await canStake(page, 20)) await playRound(page, token, 20)
  await expect(over).toBeVisible()
  await expect(over.getByText(/You wagered it in full\.|Its bonus money was played away\./)).toBeVisible()
  await page.goto('/profile/promocode')
  await field.fill(code)
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText("You've already used this code.")).toBeVisible()
})

test('a deposit brings the bonus that was chosen for it, with free spins that the game plays', async ({ page }) => {
  test.setTimeout(180_000)
  await signUpQuietly(page)
  await tellPerson(page)
  await page.goto('/deposit-bonus')
  const picker = page.getByRole('dialog', { name: 'Deposit bonus' })
  await picker.getByText('Welcome bonus', { exact: true }).click()
  await expectAccessible(page)
  await picker.getByRole('button', { name: 'Continue to deposit' }).click()
  await cashbox(page).getByRole('textbox', { name: 'Amount' }).fill('50')
  await expect(cashbox(page).getByText('You get €50.00 bonus money on top.')).toBeVisible()
  await payWith(await startDeposit(page, '50'), CARDS.good)
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()

  await page.goto('/profile/gifts')
  await expect(gift(page, 'Welcome bonus').first()).toBeVisible()
  const spins = page.getByRole('article').filter({ hasText: '20 free spins' })
  await spins.getByRole('button', { name: 'Activate' }).click()
  await expect(spins.getByText('20 of 20 free spins left')).toBeVisible()
  const game = await openGame(page, 'solar-sails', 'Solar Sails', 'real')
  await expect(game.getByText('Gift: 20 of 20 free spins left')).toBeVisible()
  await game.getByRole('button', { name: 'Spin' }).click()
  await expect(game.getByText('Gift: 19 of 20 free spins left')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Balance €50\.00/ })).toBeVisible()
})
