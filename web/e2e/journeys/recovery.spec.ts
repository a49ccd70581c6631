import { expect, test } from '@playwright/test'
import { linkIn, mailTo } from '../support/mailbox.ts'
import { signUpQuietly } from '../support/player.ts'

const NEW_PASSWORD = 'Nordlys-ved-havet-42'

test('a player who has forgotten the password gets back in by mail', async ({ page, browser }) => {
  const { email, password } = await signUpQuietly(page)
  const elsewhere = page
  const context = await browser.newContext()
  const here = await context.newPage()

  await test.step('ask for a link', async () => {
    await here.goto('/sign-in')
    const dialog = here.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(here).toHaveURL(/\/remind$/)
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(dialog.getByText(/If there's an account for/)).toBeVisible()
  })

  const link = linkIn(await mailTo(email, 'Choose a new password'))
  expect(link).toContain('/users/password/edit?reset_password_token=')

  await test.step('choose a new password', async () => {
    await here.goto(link)
    await expect(here).toHaveURL(/\/new-password\?reset_password_token=/)
    const dialog = here.getByRole('dialog', { name: 'Choose a new password' })
    await dialog.getByRole('textbox', { name: /^New password/ }).fill(NEW_PASSWORD)
    await dialog.getByRole('textbox', { name: 'Repeat the new password' }).fill(`${NEW_PASSWORD}x`)
    await dialog.getByRole('button', { name: 'Save password' }).click()
    await expect(dialog.getByText("The two passwords don't match.")).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Repeat the new password' }).fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Save password' }).click()
    await expect(here.getByRole('dialog', { name: 'Welcome back' })).toBeVisible()
  })

  await test.step('the other device is signed out, the old password is wrong, the new one right', async () => {
    await elsewhere.goto('/profile')
    await expect(elsewhere).toHaveURL(/\/sign-up\?redirect=%2Fprofile$/)
    const dialog = here.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByText('Wrong e-mail or password.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(here.getByRole('button', { name: /^Balance/ })).toBeVisible()
  })

  await test.step('the link works once', async () => {
    const other = await browser.newContext()
    const again = await other.newPage()
    await again.goto(link)
    const dialog = again.getByRole('dialog', { name: 'Choose a new password' })
    await dialog.getByRole('textbox', { name: /^New password/ }).fill('Annet-passord-77')
    await dialog.getByRole('textbox', { name: 'Repeat the new password' }).fill('Annet-passord-77')
    await dialog.getByRole('button', { name: 'Save password' }).click()
    await expect(dialog.getByText(/This link doesn't work any more/)).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
    await other.close()
  })

  await test.step('who has followed the link has the mailbox', async () => {
    await expect(here.getByText(`Please confirm your address ${email}`)).toBeHidden()
  })
  await context.close()
})

test('a player confirms the address, once', async ({ page }) => {
  const { email } = await signUpQuietly(page)
  await page.goto('/')
  await expect(page.getByText(`Please confirm your address ${email}`)).toBeVisible()
  const confirmation = linkIn(await mailTo(email, 'Confirm your e-mail address'))
  await page.goto(confirmation)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your address is confirmed. Thank you.')).toBeVisible()
  await expect(page.getByText(`Please confirm your address ${email}`)).toBeHidden()
  await page.goto(confirmation)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
})
