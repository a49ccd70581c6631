import { expect, test } from '@playwright/test'
import { signUpQuietly } from '../support/player.ts'
import { SITE_URL } from '../support/servers.ts'

const SPORT = /^http:\/\/sport\.localhost:\d+\//

test('a player goes to sports with the sign-in taken along, and back', async ({ page }) => {
  await signUpQuietly(page)
  await page.goto('/de/')
  await page.getByRole('link', { name: 'Sport', exact: true }).first().click()
  await expect(page).toHaveURL(SPORT)
  expect(page.url()).not.toContain('token')
  await expect(page.getByText('Angemeldet als')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Angemeldet als')).toBeVisible()
  await page.getByRole('link', { name: 'Live' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Live' })).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Zurück zum Casino' }).click()
  await expect(page).toHaveURL(`${SITE_URL}/`)
})

test('a guest opens sports by a hash, and going back leads to the page before', async ({ page }) => {
  await page.goto('/payments')
  await page.goto('/producers#sport_football')
  await expect(page).toHaveURL(SPORT)
  await expect(page.getByRole('heading', { level: 1, name: 'Football' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${SITE_URL}/payments`)
})
