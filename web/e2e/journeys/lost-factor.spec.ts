import { expect, test, type Page } from '@playwright/test'
import { codeOf } from '../support/authenticator.ts'
import { call, signUpQuietly, type Visitor } from '../support/player.ts'

/** Types address and password, and waits for the second step. */
async function giveThePassword(page: Page, { email, password }: Visitor): Promise<void> {
  await page.goto('/sign-in')
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter the code that your authenticator app shows for this site.')).toBeVisible()
}

async function giveRecoveryCode(page: Page, code: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
}

test('a player whose phone is lost gets in with a recovery code, once, and switches the app off with another', async ({ page, browser }) => {
  const visitor = await signUpQuietly(page)
  const { secret } = (await call(page, 'POST', '/api/player/two_factor', { password: visitor.password })) as { secret: string }
  const { recovery_codes: codes } = (await call(page, 'PUT', '/api/player/two_factor', { otp_attempt: codeOf(secret) })) as { recovery_codes: string[] }
  const [first = '', second = ''] = codes
  await page.context().clearCookies()

  await test.step('the code counts', async () => {
    await giveThePassword(page, visitor)
    await page.getByRole('dialog').getByRole('button', { name: 'Use a recovery code' }).click()
    await giveRecoveryCode(page, first)
    await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()
  })

  await test.step('once', async () => {
    const context = await browser.newContext()
    const again = await context.newPage()
    await giveThePassword(again, visitor)
    await again.getByRole('dialog').getByRole('button', { name: 'Use a recovery code' }).click()
    await giveRecoveryCode(again, first)
    await expect(again.getByRole('dialog').getByRole('textbox', { name: 'Recovery code' })).toHaveAttribute('aria-invalid', 'true')
    await expect(again.getByRole('button', { name: /^Balance/ })).toHaveCount(0)
    await context.close()
  })

  await test.step('without the app the password alone signs in again', async () => {
    await call(page, 'DELETE', '/api/player/two_factor', { password: visitor.password, recovery_code: second })
    await page.context().clearCookies()
    await page.goto('/sign-in')
    const dialog = page.getByRole('dialog', { name: 'Welcome back' })
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(visitor.email)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(visitor.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()
  })
})
