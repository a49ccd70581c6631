import { expect, test } from '@playwright/test'
import { linkIn, mailTo } from '../support/mailbox.ts'
import { signUpQuietly } from '../support/player.ts'

test('a player gets in by a link of a mail, once', async ({ page, browser, baseURL }) => {
  const { email } = await signUpQuietly(page)
  await page.goto(linkIn(await mailTo(email, 'Confirm your e-mail address')))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your address is confirmed. Thank you.')).toBeVisible()
  const here = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await here.goto('/remind')
  const dialog = here.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('button', { name: 'E-mail me a link to get in instead' }).click()
  await expect(dialog.getByText(/a link to sign in is on its way/)).toBeVisible()

  const link = linkIn(await mailTo(email, 'Your link to sign in'))
  await here.goto(link)
  // Opening the page uses nothing up: programs that look through mails do that too.
  await here.reload()
  await here.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(here.getByRole('button', { name: /^Balance/ })).toBeVisible()

  const later = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await later.goto(link)
  await later.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(later.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
  await here.context().close()
  await later.context().close()
})
