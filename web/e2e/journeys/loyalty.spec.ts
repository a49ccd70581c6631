import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { deposit } from '../support/cashbox.ts'
import { CROUPIER, croupier } from '../support/command.ts'
import { balanceCents, call, signUpQuietly, tellPerson } from '../support/player.ts'

const GAME = 'northlight/aurora-roulette'

/** Exchanges the card whose exchange `card` leads to, and closes what tells that it is done. */
async function exchange(page: Page, card: Locator): Promise<void> {
  await card.getByRole('link', { name: 'Exchange', exact: true }).click()
  await page.getByRole('dialog', { name: 'Exchange points' }).getByRole('button', { name: 'Exchange now' }).click()
  const done = page.getByRole('dialog', { name: 'Points exchanged' })
  await expect(done).toBeVisible()
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(done).toBeHidden()
}

/** Bets the same on red and black: half of a point for each ten euros, and only zero loses anything. */
async function stake(page: Page, rounds: number): Promise<void> {
  const launch = { identifier: GAME, mode: 'real', device: 'desktop', currency: 'EUR' }
  const { launch_url: url } = (await call(page, 'POST', '/api/games/launch', launch)) as { launch_url: string }
  const headers = { Authorization: `Bearer ${url.split('#session=')[1] ?? ''}` }
  const bets = ['red', 'black'].map((kind) => ({ kind, numbers: [], amount_cents: 5_000 }))
  for (let round = 0; round < rounds; round += 1) await call(page, 'POST', '/api/play/rounds', { bets }, headers)
}

for (const [kind, width] of [
  ['phone', 390],
  ['desktop', 1440],
] as const) {
  test(`a player earns points by bets and exchanges them for money on a ${kind}`, async ({ page }) => {
    await signUpQuietly(page)
    await tellPerson(page)
    await deposit(page, '1000')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/rocket-mart')
    const main = page.getByRole('main')
    await expect(main.getByText('0 points', { exact: true })).toBeVisible()
    await stake(page, 20)
    // Nobody reloads: the points are pushed.
    await expect(main.getByText('100 points', { exact: true }).first()).toBeVisible()
    // Tickets on sale may be among the special rewards, or not.
    for (const tab of ['All rewards', 'Money reward']) await expect(main.getByRole('link', { name: `${tab} You can get something here` })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Free spins', exact: true })).toBeVisible()
    await expectAccessible(page)
    const before = await balanceCents(page)
    const cash = main.getByRole('article').filter({ has: page.getByRole('heading', { name: '€1.00', exact: true }) })
    await cash.getByRole('link', { name: 'Exchange', exact: true }).click()
    await page.getByRole('dialog', { name: 'Exchange points' }).getByRole('button', { name: 'Exchange now' }).click()
    const done = page.getByRole('dialog', { name: 'Points exchanged' })
    await expect(done).toBeVisible()
    await expectAccessible(page)
    await done.getByRole('button', { name: 'Close' }).last().click()
    await expect(main.getByText('0 points', { exact: true })).toBeVisible()
    await expect.poll(() => balanceCents(page)).toBe(before + 100)
    await page.goto('/profile/level')
    await expect(page.getByText('100 points earned so far')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: '5 free spins' }).getByText('Gift received')).toBeVisible()
    await page.goto('/rocketplay-vipclub')
    await expect(page.getByText('€1,000.00 of €6,000.00')).toBeVisible()
    await expect(page.getByText('€2,000.00 of €60,000.00')).toBeVisible()
  })
}

test('a level is reached while its page is open, and points buy free spins and a box that is opened', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  test.setTimeout(90_000)
  const { email } = await signUpQuietly(page)
  await page.goto('/profile/level')
  const main = page.getByRole('main')
  await expect(main.getByText('0 points earned so far')).toBeVisible()
  croupier('points', 'adjust', '--email', email, '--points', '450', '--lifetime', '--by', 'a journey', '--reason', 'test')
  // Nobody reloads: points, level and gift are pushed.
  await expect(main.getByText('450 points earned so far')).toBeVisible()
  await expect(main.getByRole('progressbar', { name: 'On the way to level 3' })).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: 'From 101 points' }).getByText('Gift received')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/rocket-mart/freespins')
  await exchange(page, main.getByRole('article').filter({ hasText: '10 free spins' }))
  await expect(main.getByText('300 points', { exact: true }).first()).toBeVisible()
  await page.goto('/rocket-mart/special')
  await exchange(page, main.getByRole('article').filter({ hasText: 'Aurora box' }))
  await expect(main.getByText('100 points', { exact: true }).first()).toBeVisible()
  // What was spent was earned all the same.
  await page.goto('/profile/level')
  await expect(main.getByText('450 points earned so far')).toBeVisible()

  await page.goto('/lootbox')
  await main.getByRole('article', { name: 'Aurora box' }).getByRole('button', { name: 'Open' }).click()
  const dialog = page.getByRole('dialog', { name: 'You won!' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'See my gifts' }).click()
  await expect(page.getByRole('article', { name: /free spins/ }).first()).toBeVisible()
})
