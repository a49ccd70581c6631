import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { CROUPIER, croupier } from '../support/command.ts'
import { signUpQuietly } from '../support/player.ts'

/** Issues a box, as staff does. */
function issue(box: string, email: string): void {
  const reference = randomBytes(6).toString('hex')
  croupier('lootbox', 'issue', box, '--email', email, '--currency', 'EUR', '--reference', reference, '--by', 'a journey', '--why', 'test')
}

test.beforeEach(() => test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test'))

for (const [kind, width] of [
  ['phone', 390],
  ['desktop', 1440],
] as const) {
  test(`a spin arrives, is spun and checked, and its prize is a gift on a ${kind}`, async ({ page }) => {
    test.setTimeout(90_000)
    const { email } = await signUpQuietly(page)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/rocketplay-wheel')
    const main = page.getByRole('main')
    const spin = main.getByRole('button', { name: 'Spin the wheel' })
    await expect(main.getByText('You have no spin right now.')).toBeVisible()
    await expect(spin).toBeDisabled()
    await expectAccessible(page)
    issue('wheel', email)
    // Nobody reloads: the spin is pushed.
    await expect(main.getByTestId('spin-count')).toContainText('1 spin left')
    await expect(spin).toBeEnabled()
    await expect(main.getByRole('cell', { name: '0%' }).first()).toBeVisible()
    await spin.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'You won!' })
    await expect(dialog).toBeVisible({ timeout: 20_000 })
    const prize = (await dialog.getByText(/^\d+ free spins$/).textContent()) ?? ''
    await dialog.getByText('Check the draw').click()
    await expect(dialog.getByText('This draw was fair')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'See my gifts' }).click()
    await expect(page.getByRole('article', { name: prize })).toBeVisible()
    await page.goto('/rocketplay-wheel')
    await expect(main.getByText('You have no spin right now.')).toBeVisible()
  })
}

test('with reduced motion a spin is told in words at once', async ({ page }) => {
  const { email } = await signUpQuietly(page)
  issue('manual_wheel', email)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/rocketmart-wheel')
  await page.getByRole('button', { name: 'Spin the wheel' }).click()
  const dialog = page.getByRole('dialog', { name: 'You won!' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('status').filter({ hasText: 'You won:' })).toBeVisible()
})

for (const [box, path, title] of [
  ['daily', '/lootbox', 'Aurora box'],
  ['chance', '/rocket-chance', 'Chance of the week'],
] as const) {
  test(`a box is opened on ${path}`, async ({ page }) => {
    const { email } = await signUpQuietly(page)
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByText('Nothing to open right now')).toBeVisible()
    issue(box, email)
    await main.getByRole('article', { name: title }).getByRole('button', { name: 'Open' }).click()
    const dialog = page.getByRole('dialog', { name: 'You won!' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(main.getByText('1 of today’s')).toBeVisible()
    await main.getByRole('button', { name: 'Check the draw' }).click()
    await dialog.getByText('Check the draw').click()
    await expect(dialog.getByText('This draw was fair')).toBeVisible()
    await expectAccessible(page)
  })
}
