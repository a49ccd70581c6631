import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { boxOf, expectInside, gameFrame, QUICK_DRAWING } from '../support/game.ts'

test.use(QUICK_DRAWING)

const TITLE = 'Firefly Keno'
const SCREENS = [
  [390, 844],
  [390, 664],
  [844, 390],
  [768, 1024],
  [1440, 900],
] as const

test('a draw is picked by keys, told in words, and its board is whole on every screen', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/play/northlight/firefly-keno?mode=demo')
  const game = gameFrame(page, TITLE)
  const draw = game.getByRole('button', { name: 'Draw', exact: true })
  await expect(draw).toBeVisible({ timeout: 60_000 })
  const board = game.getByRole('group', { name: 'Numbers' })
  await board.getByRole('button', { name: '1', exact: true }).press('Enter')
  await board.getByRole('button', { name: '1', exact: true }).press('ArrowDown')
  await board.getByRole('button', { name: '9', exact: true }).press('Enter')
  await expect(game.getByText('2 of 10 numbers picked').first()).toBeVisible()
  const round = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds'))
  await draw.press('Enter')
  expect((await round).status()).toBe(201)
  await expect(game.getByRole('status').first()).toContainText('with 2 numbers.', { timeout: 30_000 })
  await expect(draw).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  for (const [width, height] of SCREENS) {
    await test.step(`${width}x${height}`, async () => {
      await page.setViewportSize({ width, height })
      await expect(async () => {
        const stage = await boxOf(game.locator('.stage'))
        for (const number of [0, 7, 32, 39]) {
          const box = await boxOf(board.getByRole('button').nth(number))
          expectInside(box, stage, `number ${number + 1}`)
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
        }
        expectInside(await boxOf(game.locator('.keno-tools')), stage, 'the tools')
        expectInside(await boxOf(game.locator('.keno-tray')), stage, 'the lights')
        expectInside(await boxOf(game.locator('.keno-pays')), stage, 'the pays')
      }).toPass({ timeout: 15_000 })
    })
  }
})
