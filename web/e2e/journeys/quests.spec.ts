import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { deposit } from '../support/cashbox.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'
import { openSlot, playRound } from '../support/slot.ts'

const GAME = 'northlight/solar-sails'

for (const [kind, width] of [
  ['phone', 390],
  ['desktop', 1440],
] as const) {
  test(`a player bets through the levels of a quest, and the gift arrives on a ${kind}`, async ({ page }) => {
    test.slow()
    await signUpQuietly(page)
    await tellPerson(page)
    await deposit(page, '1000')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/action')
    await expect(page.getByRole('heading', { level: 1, name: 'First Light' })).toBeVisible()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Join for free' }).click()
    const here = main.getByRole('listitem').filter({ hasText: 'You are here' })
    await expect(here).toContainText('Level 1')
    await expect(main.getByText('€150.00 to level 2')).toBeVisible()
    await expectAccessible(page)

    const session = await openSlot(page, GAME)
    for (let round = 0; round < 3; round += 1) await playRound(page, session, 5_000)
    // Nobody reloads: the level and its gift are pushed.
    await expect(here).toContainText('Level 2', { timeout: 20_000 })
    await expect(here).toContainText('In your gifts', { timeout: 20_000 })
    await expect(main.getByText('€350.00 to level 3')).toBeVisible()
    await page.goto('/profile/gifts')
    await expect(page.getByText('10 free spins').first()).toBeVisible()
  })
}

test('a guest sees every achievement locked and signs up to take part', async ({ page }) => {
  await page.goto('/achievements')
  await expect(page).toHaveURL(/\/tournaments\/achievements$/)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'A Hundred Rounds' })).toBeVisible()
  await expect(main.getByText('Locked', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Join for free' }).first().click()
  await expect(page).toHaveURL(/redirect=%2Ftournaments%2Fachievements/)
})
