import { expect, test, type Page } from '@playwright/test'
import { call, signUpQuietly } from '../support/player.ts'
import { plugInKey } from '../support/virtualKey.ts'

const entered = (page: Page) => expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()
const security = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

/** Fills the password into the dialog that is open, and goes on. */
async function confirm(page: Page, title: string, button: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox', { name: /^Password/ }).fill(password)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

async function addPasskey(page: Page, name: string, password: string): Promise<void> {
  await page.goto('/profile/security')
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill(name)
  await confirm(page, 'Add a passkey', 'Continue', password)
  await expect(security(page).getByText(name)).toBeVisible()
}

/** Answers a challenge of the server with the browser's passkey, as its pages do. */
async function shownPasskey(page: Page): Promise<object> {
  const { public_key } = (await call(page, 'POST', '/api/passkeys/challenges')) as { public_key: object }
  return await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON() as object
  }, public_key)
}

/** What signing in with `passkey` is answered with. */
async function tried(page: Page, passkey: object): Promise<{ status: number; text: string }> {
  return await page.evaluate(async (shown) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const answer = await fetch('/api/users/sign_in/passkey', { method: 'POST', headers, body: JSON.stringify({ user: { passkey: shown, dfpc: '' } }) })
    return { status: answer.status, text: await answer.text() }
  }, passkey)
}

test('a player signs in with a passkey alone, and then asks for one after the password', async ({ page }) => {
  const key = await plugInKey(page)
  const { email, password } = await signUpQuietly(page)
  await addPasskey(page, 'My phone', password)
  expect(await key.passkeys()).toHaveLength(1)

  await page.context().clearCookies()
  await page.goto('/sign-in')
  // The browser may have offered it in the field by itself, and this authenticator waits for nobody.
  const button = page.getByRole('dialog', { name: 'Welcome back' }).getByRole('button', { name: 'Use a passkey' })
  await button.click({ timeout: 5_000 }).catch(() => undefined)
  await entered(page)

  await page.goto('/profile/security')
  await expect(security(page).getByText(/^Last used/)).toBeVisible()
  await security(page).getByText('Ask for a passkey after my password').click()
  await confirm(page, 'Ask for a passkey after my password', 'Switch on', password)
  await expect(page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: "I've saved them" }).click()

  // The password alone opens nothing from now on. Whose holder the key cannot look at, it does not answer for.
  await page.context().clearCookies()
  await key.verify(false)
  await page.goto('/sign-in')
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByText("Confirm with your passkey that it's you.")).toBeVisible()
  await key.verify(true)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await entered(page)
})

test('a passkey counts once for a challenge, for its own player, and not as a copy', async ({ page, browser, baseURL }) => {
  const key = await plugInKey(page)
  const { password } = await signUpQuietly(page)
  await addPasskey(page, 'My key', password)
  const [held] = await key.passkeys()

  // The same answer a second time.
  const shown = await shownPasskey(page)
  expect((await tried(page, shown)).status).toBe(201)
  const again = await tried(page, shown)
  expect(again.status).toBe(422)
  expect(again.text).toContain('SIGN_IN.PASSKEY_EXPIRED')

  // A copy that was made before the last use.
  const thief = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const copy = await plugInKey(thief)
  await thief.goto('/robots.txt')
  await copy.put(held!)
  const stolen = await tried(thief, await shownPasskey(thief))
  expect(stolen.status).toBe(422)
  expect(stolen.text).toContain('SIGN_IN.WRONG_PASSKEY')

  // Somebody else's passkey is no proof for this player.
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await plugInKey(other)
  const stranger = await signUpQuietly(other)
  await addPasskey(other, 'Theirs', stranger.password)
  const foreign = await shownPasskey(other)
  const answer = await page.evaluate(async (passkey) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const refused = await fetch('/api/users/reauthenticate', { method: 'POST', headers, body: JSON.stringify({ passkey }) })
    return await refused.text()
  }, foreign)
  expect(answer).toContain('SIGN_IN.WRONG_PASSKEY')
  await thief.context().close()
  await other.context().close()
})
