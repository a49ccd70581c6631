import { expect, test, type Page } from '@playwright/test'
import { CARDS, payWith } from '../support/cashbox.ts'
import { fillPersonalInfo, newVisitor } from '../support/player.ts'
import { expectNoEnglish, translator } from '../support/texts.ts'

const t = translator('et')
const inEstonian = (page: Page) => expectNoEnglish(page.mainFrame(), 'et')

/** How Estonian writes fifty euros; the space does not break. */
const FIFTY = '50,00\u00a0€'

test('a visit in Estonian, from sign-up to the history, has no English word in it', async ({ page }) => {
  test.setTimeout(300_000)
  const visitor = newVisitor()

  await test.step('choose the language', async () => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Eesti' }).click()
    await expect(page).toHaveURL('/et')
    await expect(page.locator('html')).toHaveAttribute('lang', 'et')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await inEstonian(page)
    await page.goto('/')
    await expect(page.locator('html'), 'the choice is kept').toHaveAttribute('lang', 'et')
    await page.goto('/et')
  })

  await test.step('read the terms, and follow a link in them', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Tingimused', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tingimused' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'maksed' }).first().click()
    await expect(page).toHaveURL('/et/payments')
    await expect(page.getByRole('heading', { level: 1, name: t('payments.title') })).toBeVisible()
  })

  await test.step('search', async () => {
    await page
      .getByRole('button', { name: t('shell.search') })
      .first()
      .click()
    await page.getByRole('searchbox').fill('qqqq')
    await expect(page.getByText(t('search.empty_title', { term: 'qqqq' }))).toBeVisible()
    await inEstonian(page)
    await page.goto('/et')
  })

  await test.step('sign up', async () => {
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('shell.sign_up') })
      .click()
    const dialog = page.getByRole('dialog')
    const create = dialog.getByRole('button', { name: t('auth.create_account') })
    await create.click()
    await expect(dialog.getByText(t('error.VALIDATION.EMAIL.REQUIRED'))).toBeVisible()
    await inEstonian(page)
    await dialog.getByRole('textbox', { name: t('player.email') }).fill(visitor.email)
    await dialog.getByRole('textbox', { name: t('player.password') }).fill(visitor.password)
    await dialog.getByRole('button', { name: t('player.currency') }).click()
    await page.getByRole('option', { name: /^EUR/ }).click()
    // A list that is still closing takes the next click, and the form scrolls back to where it was opened.
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await dialog.getByRole('checkbox').first().press('Space')
    await expect(dialog.getByRole('checkbox').first()).toBeChecked()
    await create.click()
    await expect(dialog.getByText(t('verify.text', { email: visitor.email }))).toBeVisible()
    await inEstonian(page)
    await dialog.getByRole('button', { name: t('verify.go_on') }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^${t('shell.balance')}`) })).toBeVisible()
    await inEstonian(page)
  })

  await test.step('deposit', async () => {
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('shell.deposit') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('cashbox.title') })
    await expect(dialog.getByText(t('cashbox.gate_title'))).toBeVisible()
    await inEstonian(page)
    await fillPersonalInfo(page, t)
    await dialog.getByRole('textbox', { name: t('cashbox.amount') }).fill('50')
    await inEstonian(page)
    await dialog.getByRole('button', { name: t('cashbox.deposit_button', { amount: FIFTY }) }).click()
    const partner = dialog.locator(`iframe[title="${t('cashbox.provider_frame')}"]`).contentFrame()
    await expect(partner.getByLabel('Card number')).toBeVisible()
    await payWith(partner, CARDS.good)
    await expect(dialog.getByText(t('cashbox.end.deposit_success'))).toBeVisible()
    await inEstonian(page)
    await dialog.getByRole('button', { name: t('cashbox.end.play') }).click()
    await expect(page.getByRole('button', { name: t('shell.balance_of', { amount: FIFTY }) })).toBeVisible()
  })

  await test.step('play', async () => {
    await page.goto('/et/play/northlight/solar-sails')
    await inEstonian(page)
    await page
      .getByRole('link', { name: t('play.real'), exact: true })
      .first()
      .click()
    const game = page.frameLocator('iframe[title="Solar Sails"]')
    const spin = game.getByRole('button', { name: t('game.spin') })
    await expect(spin).toBeVisible({ timeout: 30_000 })
    // Keys, for a browser without a graphics card is too busy drawing to take clicks at once.
    await game.getByRole('button', { name: t('game.rules') }).press('Enter')
    await expect(game.getByRole('heading', { name: t('game.rules_title') })).toBeVisible()
    const frame = page.frames().find((known) => known.url().includes('/house-games/'))
    if (!frame) throw new Error('the game has no frame')
    await expectNoEnglish(frame, 'et')
    await game.getByRole('button', { name: t('game.dismiss') }).press('Enter')
    const played = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds') && answer.request().method() === 'POST', { timeout: 60_000 })
    await spin.press('Space', { timeout: 60_000 })
    expect((await played).status()).toBeLessThan(300)
    await expectNoEnglish(frame, 'et')
  })

  await test.step('find the round in the history', async () => {
    await page.goto('/et/profile/games-history')
    await expect(page.getByRole('link', { name: new RegExp(t('profile.verify_round', { game: 'Solar Sails', time: '' })) }).first()).toBeVisible()
    await inEstonian(page)
    for (const path of [
      '/profile',
      '/profile/wallets',
      '/profile/fairness',
      '/dashboard',
      '/withdraw',
      '/payments',
      '/responsible-gaming',
      '/producers',
      '/favorite-games',
      '/pokies/all',
      '/about',
      '/terms-and-conditions',
      '/privacy-policy',
      '/cookie-policy',
      '/faq',
      '/provably-fair',
      '/no-such-page',
    ]) {
      await page.goto(`/et${path}`)
      await page.waitForLoadState('networkidle')
      await inEstonian(page)
    }
  })
})
