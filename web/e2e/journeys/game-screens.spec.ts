import { expect, test, type Page } from '@playwright/test'
import { boxOf, expectInside, measure, openGame, overlap, QUICK_DRAWING, type Box, type Shown } from '../support/game.ts'

const SCREENS = [
  [390, 844],
  [390, 664],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1440, 600],
] as const

/** Least share of the screen's width, or of its height, that the reels take. */
const REELS_SHARE_MIN = 0.55
/** The same on a large desktop, where the site's header and the game's title stay: 0.502 was measured. */
const REELS_SHARE_MIN_DESKTOP = 0.5

const screenOf = (page: Page): Box => ({ x: 0, y: 0, ...page.viewportSize()! })

/** Every control and figure is in sight, whole, and none lies over another or over what the game shows. */
function expectControls(page: Page, { controls }: Shown, shown: readonly Box[]): void {
  expect(controls.length).toBeGreaterThan(4)
  for (const [at, { name, box, isCut }] of controls.entries()) {
    expectInside(box, screenOf(page), name)
    expect(isCut, `${name} is cut`).toBe(false)
    for (const other of controls.slice(at + 1)) expect(overlap(box, other.box), `${name} lies over ${other.name}`).toBe(false)
    for (const part of shown) expect(overlap(box, part), `${name} lies over what the game shows`).toBe(false)
  }
}

/** The site's own bar is no part of the game's place. */
async function expectOutsideOfSite(page: Page, title: string): Promise<void> {
  const frame = await boxOf(page.locator(`iframe[title="${title}"]`))
  expectInside(frame, screenOf(page), 'the game')
  for (const way of await page.getByRole('link', { name: 'Close the game' }).all()) {
    if (await way.isVisible()) expect(overlap(await boxOf(way), frame), 'the way out lies over the game').toBe(false)
  }
  await expect(page.getByRole('link', { name: 'Close the game' }).filter({ visible: true })).toHaveCount(1)
}

async function expectSlot(page: Page, title: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  const shown = await measure(page, title)
  const reels = shown.reels!
  expectInside(reels, shown.stage, 'the reels on their stage')
  expectInside(reels, screenOf(page), 'the reels')
  expect(Math.max(reels.width / width, reels.height / height)).toBeGreaterThan(width === 1440 && height === 900 ? REELS_SHARE_MIN_DESKTOP : REELS_SHARE_MIN)
  expectControls(page, shown, [reels])
  await expectOutsideOfSite(page, title)
}

async function expectTable(page: Page, title: string): Promise<void> {
  const shown = await measure(page, title)
  expect(shown.fields).toHaveLength(49)
  for (const [at, box] of shown.fields.entries()) {
    expectInside(box, screenOf(page), `field ${at}`)
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
  }
  expectControls(page, shown, shown.fields)
  await expectOutsideOfSite(page, title)
}

test.use(QUICK_DRAWING)

for (const [slug, title] of [
  ['honey-heist', 'Honey Heist'],
  ['tidal-kings', 'Tidal Kings'],
] as const) {
  test(`${title} shows its reels and controls whole on every screen, also when it is turned in mid-game`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width: 390, height: 844 })
    await openGame(page, slug, title, 'demo')
    for (const [width, height] of SCREENS) {
      await test.step(`${width}x${height}`, async () => {
        await page.setViewportSize({ width, height })
        await expect(async () => expectSlot(page, title)).toPass({ timeout: 15_000 })
      })
    }
  })
}

test('the roulette table is whole on every screen', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await openGame(page, 'aurora-roulette', 'Aurora Roulette', 'demo')
  for (const [width, height] of SCREENS) {
    await test.step(`${width}x${height}`, async () => {
      await page.setViewportSize({ width, height })
      await expect(async () => expectTable(page, 'Aurora Roulette')).toPass({ timeout: 15_000 })
    })
  }
})

test('a game asks for sound once, and tells what was played', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 844, height: 390 })
  const game = await openGame(page, 'honey-heist', 'Honey Heist', 'demo')
  const question = game.getByRole('region', { name: 'Play with sound?' })
  expectInside(await boxOf(question), screenOf(page), 'the question')
  await question.getByRole('button', { name: 'Without sound' }).click()
  await expect(question).toHaveCount(0)

  const round = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds'))
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  expect((await round).status()).toBe(201)
  await expect(game.getByRole('button', { name: 'Spin' })).toBeVisible({ timeout: 60_000 })
  await game.getByRole('button', { name: 'Your session' }).click()
  const session = game.getByRole('dialog', { name: 'Your session' })
  expectInside(await boxOf(session), screenOf(page), 'the session')
  await expect(session.getByRole('row')).toHaveCount(2)
  await session.getByRole('button', { name: 'Close' }).click()

  const again = await openGame(page, 'honey-heist', 'Honey Heist', 'demo')
  await expect(again.getByRole('button', { name: 'Your session' })).toBeVisible()
  await expect(again.getByRole('region', { name: 'Play with sound?' })).toHaveCount(0)
})
