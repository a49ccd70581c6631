import { expect, test } from '@playwright/test'
import { deposit } from '../support/cashbox.ts'
import { signUpQuietly, tellPerson } from '../support/player.ts'
import { SITE_URL } from '../support/servers.ts'

const MARINA = SITE_URL.replace(/\/\/[^:/]+/, '//marina.localhost')

test.use({ baseURL: MARINA })

test('a player of the second brand signs up, pays in and plays without leaving it', async ({ page }) => {
  await signUpQuietly(page)
  await tellPerson(page)
  await deposit(page, '30')
  await page.goto('/play/northlight/solar-sails?mode=real')
  await expect(page.frameLocator('iframe[title="Solar Sails"]').getByRole('button', { name: 'Spin' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Balance €30.00' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(MARINA)
  await expect(page).toHaveTitle(/Marina/)
})
