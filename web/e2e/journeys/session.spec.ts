import { expect, test, type Page } from '@playwright/test'
import { signUpQuietly } from '../support/player.ts'

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
}

test('a wrong password is told under the field, and a right one leads where the visitor was going', async ({ page }) => {
  const { email, password } = await signUpQuietly(page)
  await page.context().clearCookies()
  await page.goto('/profile/games-history')
  await expect(page.getByRole('dialog', { name: /^Join/ })).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, email, 'not-the-password')
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible()
  await signIn(page, email, password)
  await expect(page).toHaveURL(/\/profile\/games-history$/)
  await expect(page.getByRole('heading', { name: 'Game history' })).toBeVisible()
})

for (const target of ['//example.com', 'https://example.com', '/\\example.com', 'javascript:alert(1)']) {
  test(`sign-in does not lead to ${target}`, async ({ page, baseURL }) => {
    const { email, password } = await signUpQuietly(page)
    await page.context().clearCookies()
    await page.goto(`/sign-in?redirect=${encodeURIComponent(target)}`)
    await signIn(page, email, password)
    await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin)
  })
}

test('a sign-out in one tab ends the session in the other', async ({ page, context }) => {
  await signUpQuietly(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Personal data' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Welcome back' })).toBeVisible()
})
