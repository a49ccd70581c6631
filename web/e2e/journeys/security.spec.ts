import { createHmac } from 'node:crypto'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { signUpQuietly } from '../support/player.ts'

const STEP_MS = 30_000

/** The code that an authenticator app shows for `secret` (base 32), so many steps from now. */
function appCode(secret: string, steps = 0): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const at = hash.readUInt8(19) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Gives address and password, up to the question for a code. */
async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/sign-in')
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Code from the app' })).toBeVisible()
}

const entered = (page: Page) => expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()

async function switchOn(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile/security')
  await page.getByText('Ask for a code when I sign in').click()
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(appCode(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  const listed = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allInnerTexts()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  return { secret, codes }
}

/** Another device, on which the player signs in with a recovery code. */
async function onAnotherDevice(browser: Browser, baseURL: string | undefined, email: string, password: string, code: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await givePassword(page, email, password)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await entered(page)
  return page
}

test('a player guards the account with an app, loses the phone, and ends a session elsewhere', async ({ page, browser, baseURL }) => {
  const { email, password } = await signUpQuietly(page)
  const { secret, codes } = await switchOn(page, password)

  await page.context().clearCookies()
  await givePassword(page, email, password)
  await page.getByRole('textbox', { name: 'Code from the app' }).fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
  // A code counts once, so the one of the set-up is followed by that of the next step.
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(appCode(secret, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await entered(page)

  const other = await onAnotherDevice(browser, baseURL, email, password, codes[0]!)
  await page.goto('/profile/security')
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out on all other devices' }).click()
  await expect(page.getByText("You're signed out everywhere else.")).toBeVisible()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await other.context().close()
})
