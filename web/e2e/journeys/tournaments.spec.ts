import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { deposit } from '../support/cashbox.ts'
import { openGame, QUICK_DRAWING } from '../support/game.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test.use(QUICK_DRAWING)

test('a player joins a tournament, bets and sees a place', async ({ page }) => {
  test.slow()
  await signUpQuietly(page)
  await tellPerson(page)
  await deposit(page, '50')
  await page.goto('/tournaments')
  const running = page.getByRole('region', { name: 'Running now' })
  await running.getByRole('link', { name: 'Daily Sprint' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Daily Sprint' })).toBeVisible()
  await page.getByRole('button', { name: 'Join for free' }).click()
  await expect(page.getByText('No place yet')).toBeVisible()
  await expectAccessible(page)
  const address = page.url()

  const game = await openGame(page, 'solar-sails', 'Solar Sails', 'real')
  const bet = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds') && answer.status() === 201)
  await game.getByRole('button', { name: 'Spin' }).click()
  await bet

  await page.goto(address)
  await expect(page.getByRole('row').filter({ hasText: 'You' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('No place yet')).toHaveCount(0)
})

test('a guest who wants to join signs up first and comes back', async ({ page }) => {
  await page.goto('/tournaments/producers')
  await page
    .getByRole('region', { name: /Running now|Coming up/ })
    .first()
    .getByRole('link', { name: 'Northlight Race' })
    .click()
  await page.getByRole('link', { name: 'Join for free' }).click()
  await expect(page).toHaveURL(/redirect=%2Ftournaments%2Fnorthlight-race/)
})
