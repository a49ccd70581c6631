import { expect, test } from '@playwright/test'
import { openGame } from '../support/game.ts'

const LOST = 'The graphics have stopped. Your round is safe.'

// The processor draws, so there is little to draw.
test.use({
  viewport: { width: 390, height: 600 },
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: { executablePath: process.env.CROUPIER_E2E_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
})

test('graphics that stop are told and come back', async ({ page }) => {
  test.setTimeout(180_000)
  const game = await openGame(page, 'solar-sails', 'Solar Sails', 'demo')
  const lose = (call: 'loseContext' | 'restoreContext') =>
    game.locator('canvas').evaluate((canvas: HTMLCanvasElement, name) => {
      const kept = canvas as HTMLCanvasElement & { lost?: WEBGL_lose_context | null }
      kept.lost ??= (canvas.getContext('webgl2') ?? canvas.getContext('webgl'))?.getExtension('WEBGL_lose_context')
      kept.lost?.[name]()
      return kept.lost !== undefined && kept.lost !== null
    }, call)
  test.skip(!(await lose('loseContext')), 'this browser draws without WebGL')
  await expect(game.getByText(LOST)).toBeVisible()
  await lose('restoreContext')
  await expect(game.getByText(LOST)).toBeHidden()
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  await expect(game.getByRole('button', { name: 'Spin' })).toBeVisible({ timeout: 60_000 })
})
