import { expect, test, type Page } from '@playwright/test'
import { signUpQuietly } from '../support/player.ts'
import { mayKeep } from '../support/storage.ts'

/** The names of all that this browser keeps of the site. */
async function kept(page: Page) {
  const [session, local] = await page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)])
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  return { cookies, session, local }
}

test('a browser keeps nothing that is not written down', async ({ page }) => {
  await page.goto('/?stag=summer&utm_source=letter')
  await page.getByRole('button', { name: 'Accept all' }).click()
  for (const address of ['/pokies/all', '/promotions', '/play/northlight/solar-sails?mode=demo', '/support', '/news', '/payments']) {
    await page.goto(address)
    await expect(page.locator('h1, iframe').first()).toBeVisible()
  }
  await signUpQuietly(page)
  for (const address of ['/profile', '/deposit', '/profile/games-history']) {
    await page.goto(address)
    await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
  }
  await page.goto('/')
  await expect(page.locator('h1').first()).toBeVisible()
  const found = await kept(page)
  expect(found.cookies).toContain('cookies_accepted')
  expect(found.cookies).toContain('stag')
  for (const place of ['cookies', 'session', 'local'] as const) {
    expect(
      found[place].filter((name) => !mayKeep(place, name)),
      place,
    ).toEqual([])
  }
})
