import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'

/** Gold, silver and bronze. */
const LEVELS = 3

for (const [kind, width] of [
  ['phone', 390],
  ['desktop', 1440],
] as const) {
  test(`a guest opens a jackpot from the lobby on a ${kind}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const shelf = page.getByRole('region', { name: 'Jackpots' })
    await shelf.scrollIntoViewIfNeeded({ timeout: 20_000 })
    await expect(shelf.getByText('Gold', { exact: true }).first()).toBeVisible()
    await shelf.getByRole('link', { name: 'Mystic Aurora' }).click()
    await expect(page).toHaveURL(/\/mystic-aurora$/)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Mystic Aurora' })).toBeVisible()
    await expect(main.getByText(/^€5,0\d\d\.\d\d$/).first()).toBeVisible()
    await expect(main.getByText(/^[0-9a-f]{64}$/), 'one seed commitment per level').toHaveCount(LEVELS)
    await expect(main.getByText('Bets from €1.00')).toBeVisible()
    await expectAccessible(page)
    await main.getByRole('tab', { name: 'Latest' }).click()
    await expect(main.getByRole('tabpanel', { name: 'Latest' })).toBeVisible()
  })
}

test("a jackpot's address answers 200, an unknown one 404", async ({ page }) => {
  expect((await page.goto('/mystic-aurora'))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Mystic Aurora' })).toBeVisible()
  expect((await page.goto('/mystic-nothing'))?.status()).toBe(404)
})
