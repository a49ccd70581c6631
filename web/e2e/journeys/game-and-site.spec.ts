import { expect, test, type Page, type Route } from '@playwright/test'
import { CARDS, cashbox, payWith, startDeposit } from '../support/cashbox.ts'
import { gameFrame, openGame, QUICK_DRAWING } from '../support/game.ts'
import { balanceCents, signUpQuietly, tellPerson, type Visitor } from '../support/player.ts'

// The header beside a game is part of the page only on a screen of some width.
test.use({ ...QUICK_DRAWING, viewport: { width: 1100, height: 640 } })

const TITLE = 'Solar Sails'
const OPEN = ['solar-sails', TITLE, 'real'] as const

async function aPlayer(page: Page): Promise<Visitor> {
  const visitor = await signUpQuietly(page)
  await tellPerson(page)
  return visitor
}

/** Pays in over whatever is open, by the links of the page. */
async function payIn(page: Page, amount: string): Promise<void> {
  await payWith(await startDeposit(page, amount), CARDS.good)
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
  await cashbox(page).getByRole('button', { name: 'Close' }).click()
}

test('a deposit made over a game is playable at once', async ({ page }) => {
  test.setTimeout(180_000)
  await aPlayer(page)
  const game = await openGame(page, ...OPEN)
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  await expect(game.getByRole('dialog')).toContainText('Your balance is too low for this bet.')
  await game.getByRole('dialog').getByRole('button', { name: 'Deposit' }).press('Enter')
  await payIn(page, '50')
  await expect(game.locator('.figure.balance .value')).toHaveText('€50.00')
  const round = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds'))
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  expect((await round).status()).toBe(201)
})

test('a deposit made beside the roulette table can be staked at once', async ({ page }) => {
  test.setTimeout(180_000)
  await aPlayer(page)
  const game = await openGame(page, 'aurora-roulette', 'Aurora Roulette', 'real')
  const number = game.getByRole('button', { name: /^number 17\b/ })
  await number.click()
  await expect(game.getByRole('dialog')).toContainText('Your balance is too low for this bet.')
  await game.getByRole('dialog').getByRole('button', { name: 'Deposit' }).click()
  await payIn(page, '50')
  // A click waits until the page has let the game go on; a key would be lost on a table that is still paused.
  await number.click()
  await expect(number).toHaveAccessibleName(/placed/)
  const round = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds'))
  await game.getByRole('button', { name: 'Spin' }).click()
  expect((await round).status()).toBe(201)
})

test('the header waits for the reels of its own tab, and other tabs do not', async ({ page, context }) => {
  test.setTimeout(180_000)
  await aPlayer(page)
  await page.goto('/deposit')
  await payIn(page, '50')
  const game = await openGame(page, ...OPEN)
  const second = await context.newPage()
  await second.goto('/')
  await expect.poll(() => balanceCents(second)).toBe(5000)

  // The round is played on the server, and its answer is kept from the game: its reels go on turning.
  let answer: (() => Promise<void>) | undefined
  let round: { balance_cents: number; next: object | null } | undefined
  await page.route('**/api/play/rounds', async (route: Route) => {
    const response = await route.fetch()
    round = (await response.json()) as typeof round
    await new Promise<void>((resolve) => {
      answer = async () => {
        await route.fulfill({ response })
        resolve()
      }
    })
  })
  await page.bringToFront()
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  await expect.poll(() => round?.balance_cents).toBeDefined()
  const after = round!.balance_cents
  if (after !== 5000) await expect.poll(() => balanceCents(second), 'the other tab knows at once').toBe(after)
  expect(await balanceCents(page), 'this tab waits').toBe(5000)
  await answer!()
  await expect(game.getByRole('button', { name: 'Spin' })).toBeVisible({ timeout: 60_000 })
  const accounts = (await (await page.request.get('/api/player/accounts')).json()) as { amount_cents: number }[]
  await expect.poll(() => balanceCents(page)).toBe(accounts[0]?.amount_cents)
})

test('the header waits no longer than the game lives', async ({ page }) => {
  test.setTimeout(180_000)
  await aPlayer(page)
  await page.goto('/deposit')
  await payIn(page, '50')
  const game = await openGame(page, ...OPEN)
  await page.route('**/api/play/rounds', async (route) => void (await route.fetch()))
  const played = page.waitForRequest('**/api/play/rounds')
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  await played
  await page.getByRole('link', { name: 'Close the game' }).filter({ visible: true }).click()
  await expect
    .poll(async () => {
      const accounts = (await (await page.request.get('/api/player/accounts')).json()) as { amount_cents: number }[]
      return (await balanceCents(page)) === accounts[0]?.amount_cents
    })
    .toBe(true)
})

test('why a game cannot be played is seen, and there is a way on', async ({ page }) => {
  await page.route('**/api/play/session', (route) => route.fulfill({ status: 403, json: { error: { code: 'restricted_country', message: '' } } }))
  await page.goto('/play/northlight/solar-sails?mode=demo')
  const game = gameFrame(page, TITLE)
  await expect(game.getByRole('alert')).toHaveText("This game isn't available in your country.")
  await expect(page.getByText(`${TITLE} is loading`)).toHaveCount(0)
  await game.getByRole('button', { name: 'Leave game' }).press('Enter')
  await expect(page).toHaveURL('/')
})

test('a session that has run out is opened anew', async ({ page }) => {
  let isOver = true
  await page.route('**/api/play/session', (route) => {
    if (!isOver) return route.continue()
    isOver = false
    return route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: '' } } })
  })
  await page.goto('/play/northlight/solar-sails?mode=demo')
  const game = gameFrame(page, TITLE)
  await game.getByRole('button', { name: 'Open again' }).press('Enter')
  await expect(game.getByRole('button', { name: 'Spin' })).toBeVisible({ timeout: 60_000 })
})

test('a bet that needs the password is placed once it was typed, under the same key', async ({ page }) => {
  test.setTimeout(180_000)
  const { password } = await aPlayer(page)
  await page.goto('/deposit')
  await payIn(page, '50')
  const game = await openGame(page, ...OPEN)
  const keys: (string | undefined)[] = []
  await page.route('**/api/play/rounds', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length > 1 ? route.continue() : route.fulfill({ status: 403, json: { error: { code: 'reauth_required', message: '' } } })
  })
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Password' })
  await field.fill(password)
  const round = page.waitForResponse((answer) => answer.url().endsWith('/api/play/rounds') && answer.status() === 201)
  await field.press('Enter')
  await round
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a game whose player has signed out elsewhere leads to the way in', async ({ page }) => {
  test.setTimeout(180_000)
  await aPlayer(page)
  const game = await openGame(page, ...OPEN)
  // The game hears of it first: until it is refused, the site's own calls are let through.
  await page.route('**/api/play/rounds', async (route) => {
    await page.context().clearCookies()
    await route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: '' } } })
  })
  await game.getByRole('button', { name: 'Spin' }).press('Enter')
  // What the site asks for next tells it too, and it may show the way in before anybody has pressed the game's button.
  const again = game.getByRole('dialog').getByRole('button', { name: 'Open again' })
  await again.press('Enter', { timeout: 5_000 }).catch(() => undefined)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Password' })).toBeVisible()
})

test('a bonus that is resumed goes on counting at what it has won', async ({ page }) => {
  await page.route('**/api/play/session', async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as { open_round: object | null; currency: object }
    const cells = Array.from({ length: 5 }, () => ['a', 'k', 'q'])
    const step = { kind: 'spin', stops: [0, 0, 0, 0, 0], window: cells, wins: [], tumbles: [], multiplier: 1, win_cents: 405, freespins_awarded: 10 }
    const next = { kind: 'freespin', left: 7, total: 10 }
    session.open_round = {
      id: '1',
      status: 'open',
      stake_cents: 100,
      win_cents: 405,
      balance_cents: 5000,
      currency: 'FUN',
      seed_no: 1,
      nonce: 1,
      steps: [step],
      next,
      created_at: '',
      seq: null,
    }
    await route.fulfill({ response, json: session })
  })
  await page.route('**/api/play/rounds/**', () => undefined)
  await page.goto('/play/northlight/solar-sails?mode=demo')
  await expect(gameFrame(page, TITLE).locator('.figure.win .value')).toHaveText('FUN 4.05', { timeout: 60_000 })
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('winning symbols are drawn by a browser without 3D graphics', async ({ page }) => {
    test.setTimeout(180_000)
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.route('**/api/play/rounds', async (route) => {
      for (;;) {
        const headers = { ...route.request().headers(), 'idempotency-key': crypto.randomUUID() }
        const response = await route.fetch({ headers })
        const round = (await response.json()) as { win_cents: number; bet_cents: number; next: unknown }
        // So much comes from symbols that are lit while they move.
        if (round.win_cents >= 5 * round.bet_cents && round.next === null) return route.fulfill({ response, json: round })
      }
    })
    const game = await openGame(page, 'solar-sails', TITLE, 'demo')
    await game.getByRole('button', { name: 'Spin' }).press('Enter')
    await expect(game.locator('.figure.win .value')).toHaveText(/^FUN\s(?!0\.00)/, { timeout: 60_000 })
    // Symbols move while the win is shown, which is over when the next round can begin.
    await expect(game.getByRole('button', { name: 'Spin' })).toBeEnabled({ timeout: 60_000 })
    expect(failures).toEqual([])
  })
})
