import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { CARDS, cashbox, payWith, startDeposit } from '../support/cashbox.ts'
import { gameFrame, QUICK_DRAWING } from '../support/game.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'

test.use({ ...QUICK_DRAWING, viewport: { width: 1280, height: 800 } })

const TITLE = 'Icefall Baccarat'

test('a bet on three places is dealt out, told in words and checked at the table', async ({ page }) => {
  test.setTimeout(240_000)
  await signUpQuietly(page)
  await tellPerson(page)
  await page.goto('/deposit')
  await payWith(await startDeposit(page, '50'), CARDS.good)
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
  await page.goto('/play/northlight/icefall-baccarat?mode=real')
  const game = gameFrame(page, TITLE)
  const place = game.getByRole('button', { name: 'Place bets' })
  await expect(place).toBeVisible({ timeout: 60_000 })
  // One of the three comes: the player's hand, the banker's or a tie.
  for (const spot of [/^Player, pays/, /^Banker, pays/, /^Tie, pays/]) await game.getByRole('button', { name: spot }).press('Enter')
  await expect(place).toBeEnabled({ timeout: 60_000 })
  await place.press('Enter')
  await expect(game.getByRole('button', { name: 'Bets are in' })).toBeVisible()
  await expect(game.getByRole('button', { name: /^Tie, pays 8 : 1, .* is in$/ })).toBeVisible()
  await expect(game.getByRole('status').first()).toContainText('You get', { timeout: 60_000 })
  await expectAccessible(page)
  await game.getByRole('button', { name: 'Last rounds' }).press('Enter')
  await game
    .getByRole('button', { name: /^Check round/ })
    .first()
    .press('Enter')
  await expect(game.getByText(/Checked: these are the cards/)).toBeVisible()
})
