import { expect, test, type Locator, type Page } from '@playwright/test'
import { cashbox, CARDS } from '../support/cashbox.ts'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { newVisitor, tellPerson } from '../support/player.ts'

test('a whole visit without a mouse: sign up, pay in, play, sign out', async ({ page }) => {
  test.setTimeout(300_000)
  // The page takes the place of what the server painted first.
  await page.goto('/', { waitUntil: 'networkidle' })
  const banner = page.getByRole('banner')

  await test.step('skip the navigation, then sign up', async () => {
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await pressOn(page, banner.getByRole('link', { name: 'Sign up' }))
    await signUp(page)
    await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible()
  })

  await test.step('pay in', async () => {
    await tellPerson(page)
    await page.reload()
    await pressOn(page, banner.getByRole('link', { name: 'Deposit' }))
    const dialog = cashbox(page)
    await typeInto(page, dialog.getByRole('textbox', { name: 'Amount' }), '50')
    await pressOn(page, dialog.getByRole('button', { name: /^Deposit €50/ }))
    await payAtPartner(page, dialog)
    await expect(dialog.getByText('Deposit complete')).toBeVisible()
    await pressOn(page, dialog.getByRole('button', { name: 'Play now' }))
    await expect(page.getByRole('button', { name: 'Balance €50.00' })).toBeVisible()
  })

  await test.step('find a game and play', async () => {
    // The dialog gives the focus back to the link that opened it, behind the search.
    await expect(banner.getByRole('link', { name: 'Deposit' })).toBeFocused()
    await pressOn(page, banner.getByRole('button', { name: 'Search games' }).first(), 'Shift+Tab')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('solar')
    await pressOn(
      page,
      page
        .getByRole('dialog')
        .getByRole('link', { name: /Solar Sails/ })
        .first(),
    )
    await pressOn(page, page.getByRole('link', { name: 'Play', exact: true }).first())
    const spin = page.frameLocator('iframe[title="Solar Sails"]').getByRole('button', { name: 'Spin' })
    await expect(spin).toBeVisible({ timeout: 30_000 })
    await tabTo(page, spin)
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds') && answer.request().method() === 'POST')
    await page.keyboard.press('Enter')
    expect((await answered).ok()).toBe(true)
  })

  await test.step('leave the game and sign out', async () => {
    await page.goto('/')
    await pressOn(page, banner.getByRole('button', { name: 'Account' }))
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(banner.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })
})

test('a modal keeps the focus and gives it back', async ({ page }) => {
  await page.goto('/payments')
  const opener = page.getByRole('banner').getByRole('link', { name: 'Sign in' })
  await pressOn(page, opener)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
  for (let stops = 0; stops < 20; stops += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/payments')
  await expect(opener).toBeFocused()
})

/** Fills in the form of the open dialog. */
async function signUp(page: Page): Promise<void> {
  const { email, password } = newVisitor()
  const dialog = page.getByRole('dialog')
  await typeInto(page, dialog.getByRole('textbox', { name: 'E-mail' }), email)
  await typeInto(page, dialog.getByRole('textbox', { name: 'Password' }), password)
  await pressOn(page, dialog.getByRole('button', { name: /Currency/ }))
  await page.keyboard.type('EUR')
  await expect(page.getByRole('option', { name: /^EUR/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('checkbox', { name: /I'm of legal age/ }))
  await page.keyboard.press('Space')
  await pressOn(page, dialog.getByRole('button', { name: 'Create account' }))
  await expect(dialog.getByRole('button', { name: 'Continue', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Types a card at the partner's page, which the cashbox holds, and pays. */
async function payAtPartner(page: Page, dialog: Locator): Promise<void> {
  const frame = dialog.locator('iframe[title="Our payment partner\'s page"]').contentFrame()
  await expect(frame.getByRole('heading', { name: 'Card details' })).toBeVisible()
  const year = (new Date().getFullYear() + 2) % 100
  await typeInto(page, frame.getByLabel('Card number'), CARDS.good)
  await typeInto(page, frame.getByLabel(/^Expiry date/), `12/${year}`)
  await typeInto(page, frame.getByLabel(/^Security code/), '123')
  await typeInto(page, frame.getByLabel('Name on card'), 'Ada Koit')
  await page.keyboard.press('Enter')
}
