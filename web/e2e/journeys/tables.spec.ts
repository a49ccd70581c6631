import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { CARDS, cashbox, payWith, startDeposit } from '../support/cashbox.ts'
import { gameFrame, QUICK_DRAWING } from '../support/game.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test.use({ ...QUICK_DRAWING, viewport: { width: 1280, height: 800 } })

const TITLE = 'Polar Ascent'

/** A player with money at the table. */
async function seated(page: Page): Promise<FrameLocator> {
  await signUpQuietly(page)
  await tellPerson(page)
  await page.goto('/deposit')
  await payWith(await startDeposit(page, '50'), CARDS.good)
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
  await page.goto('/play/northlight/polar-ascent?mode=real')
  const game = gameFrame(page, TITLE)
  await expect(game.getByRole('button', { name: /^Bet 1/ })).toBeVisible({ timeout: 60_000 })
  return game
}

test('two players share a round: one cashes out by hand, the other one by itself', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const other = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'en-US' })
  const [hand, auto] = [await seated(page), await seated(await other.newPage())]
  await auto.getByRole('switch', { name: 'Cash out at' }).first().check()
  await auto.getByLabel('Multiplier at which bet 1 is cashed out').fill('1.01')
  await auto.getByLabel('Multiplier at which bet 1 is cashed out').blur()
  // Some rounds end at 1.00: until one has paid both, they bet again.
  await expect(async () => {
    await auto.getByRole('button', { name: /^Bet 1: Bet/ }).press('Enter')
    await hand.getByRole('button', { name: /^Bet 1: Bet/ }).press('Enter')
    await expect(hand.getByText(/^2 bets/)).toBeVisible({ timeout: 40_000 })
    await hand.getByRole('button', { name: 'Bet 1: Cash out' }).press('Enter', { timeout: 40_000 })
    await expect(hand.getByRole('status')).toContainText('Cashed out at', { timeout: 5_000 })
    await expect(auto.getByText(/cashed out$/).first()).toBeVisible()
  }).toPass({ timeout: 240_000 })
  await expect(hand.getByRole('list', { name: 'Last rounds' }).getByRole('listitem').first()).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)
  // The round is proved in the history.
  await page.goto('/profile/games-history')
  await page
    .getByRole('link', { name: /^Verify the round of Polar Ascent/ })
    .first()
    .click()
  // Who has cashed out may be here before the round has ended.
  await expect(async () => {
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByText('Both give the multiplier at which the round ended: matches')).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 120_000 })
  await other.close()
})
