import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { CROUPIER, croupier } from '../support/command.ts'
import { signUpQuietly } from '../support/player.ts'

/** The address of a lottery that is on sale, by the beginning of its name. */
function onSale(name: string): string {
  const line = croupier('lottery', 'list')
    .split('\n')
    .find((one) => one.startsWith(name) && one.includes('\tactive\t'))
  return line?.split('\t')[0] ?? ''
}

test('a player buys two tickets, wins the draw and checks it', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  test.setTimeout(90_000)
  const { email } = await signUpQuietly(page)
  croupier('points', 'adjust', '--email', email, '--points', '120', '--by', 'a journey', '--reason', 'test')
  const slug = onSale('aurora-weekly')
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/tournaments/lotteries')
  await expect(page.getByRole('link', { name: 'Aurora Weekly' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/lottery/${slug}`)
  await expect(page.getByText("You don't have a ticket yet.")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Buy tickets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exchange points' })
  // Nobody reloads: the points are pushed.
  await dialog.getByRole('button', { name: 'One more' }).click({ timeout: 20_000 })
  await dialog.getByRole('button', { name: 'Exchange now' }).click()
  await expect(page.getByText('Your tickets are in the draw.')).toBeVisible()
  await page.goto(`/lottery/${slug}`)
  await expect(page.getByRole('region', { name: 'Your tickets' }).getByRole('listitem')).toHaveCount(2)
  croupier('lottery', 'end', slug, '--by', 'a journey')
  // The page asks anew when somebody looks at it.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^You've won place/).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expect(page.getByText('This draw was fair')).toBeVisible()
  await expectAccessible(page)
})
