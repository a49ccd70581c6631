import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { codeOf } from '../support/authenticator.ts'
import { expectAccessible } from '../support/axe.ts'
import { signUpQuietly } from '../support/player.ts'
import { OFFICE_URL } from '../support/servers.ts'

/** The command of the server under test, with its settings in the environment. */
const CROUPIER = process.env.CROUPIER_E2E_COMMAND
const PASSWORD = 'Quiet-harbour-7-lamps'

function invitation(email: string, name: string, role: string): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([setting]) => !setting.startsWith('CROUPIER_E2E_')))
  const link = execFileSync(CROUPIER ?? 'croupier', ['staff', 'add', '--email', email, '--name', name, '--role', role], { encoding: 'utf8', env })
  return OFFICE_URL + new URL(link.trim()).pathname
}

/** Chooses a password, sets the app up, and answers with its secret. */
async function setUp(page: Page, link: string): Promise<string> {
  await page.goto(link)
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel(/^Choose a password/).fill(PASSWORD)
  await page.getByLabel(/^Code from your authenticator app/).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Set up and sign in' }).click()
  return secret
}

/** A name that no earlier run has used: colleagues have names of their own. */
const fresh = (word: string) => `${word} ${randomBytes(3).toString('hex')}`

test('an administrator sets up, finds a player, reveals, stops, and reads it in the log', async ({ page, browser }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  const player = await signUpQuietly(page)
  const [name, colleague] = [fresh('Ada'), fresh('Bo')]
  const [email, theirs] = [name, colleague].map((who) => `${who.replace(' ', '.').toLowerCase()}@example.com`) as [string, string]

  const secret = await setUp(page, invitation(email, name, 'administrator'))
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
  await expect(page.getByText('No payouts wait')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByText('No documents wait')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Players' }).click()
  await page.getByRole('searchbox').fill(player.email)
  const row = page.getByRole('row').filter({ hasText: /#\d+/ })
  await expect(row).toHaveCount(1)
  // Nobody reads an address without having asked for it.
  await expect(page.getByText(player.email)).toHaveCount(0)
  await expectAccessible(page)
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Reveal' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('The player called.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByText(player.email)).toBeVisible()

  await page.getByRole('button', { name: 'Stop player' }).click()
  await page.getByRole('dialog').getByLabel(/^Why/).fill('Asked for it by phone.')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop player' }).click()
  await expect(page.getByRole('cell', { name: 'Asked for it by phone.' })).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('log')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Player stopped' }).first()).toContainText(name)
  await expect(page.getByRole('row').filter({ hasText: 'Personal data revealed' }).first()).toContainText('The player called.')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Chats' }).click()
  await expect(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^E-mail/)
    .fill(theirs)
  await page.getByRole('dialog').getByLabel(/^Name/).fill(colleague)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('dialog').locator('code').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('cell', { name: theirs })).toBeVisible()
  await expectAccessible(page)

  // Support reads players, and neither payouts nor the log.
  const other = await (await browser.newContext()).newPage()
  await setUp(other, OFFICE_URL + new URL(link).pathname)
  await expect(other.getByRole('heading', { name: 'Players', level: 1 })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Payouts' })).toHaveCount(0)
  await other.goto(`${OFFICE_URL}/log`)
  await expect(other.getByText("Your role doesn't include this")).toBeVisible()
  await expectAccessible(other)

  // The dismissed one's open page ends with its next call.
  await page
    .getByRole('group', { name: `Actions for ${colleague}` })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(`${colleague} is dismissed.`)).toBeVisible()
  await other.getByRole('link', { name: 'Players' }).click()
  await expect(other.getByText('Your session has ended.', { exact: false })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel(/^E-mail/).fill(email)
  await page.getByLabel(/^Password/).fill('Not the password 7')
  await page.getByLabel(/^Code/).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The e-mail, the password or the code is wrong.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel(/^Code/).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
})

test('an adjustment is asked for by one member and carried out by another', async ({ page, browser }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  const player = await signUpQuietly(page)
  const [ada, bo] = [fresh('Ada'), fresh('Bo')]
  const [email, theirs] = [ada, bo].map((who) => `${who.replace(' ', '.').toLowerCase()}@example.com`) as [string, string]
  await setUp(page, invitation(email, ada, 'support'))
  // Who is to approve has to be invited before it is asked for.
  const invited = invitation(theirs, bo, 'payments')
  await page.getByRole('searchbox').fill(player.email)
  const row = page.getByRole('row').filter({ hasText: /#\d+/ })
  await expect(row).toHaveCount(1)
  await row.getByRole('link').press('Enter')

  await page.getByRole('button', { name: 'Adjust cash' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Amount/).fill('nothing')
  await dialog.getByLabel(/^Reason/).fill('A round that was lost on the way.')
  await dialog.getByRole('button', { name: 'Ask a colleague' }).click()
  await expect(dialog.getByText('Type an amount above zero.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/^Amount/).fill('12.50')
  await dialog.getByRole('button', { name: 'Ask a colleague' }).click()
  await expect(page.getByText('Asked for. A colleague decides about it.')).toBeVisible()
  await page.getByRole('link', { name: 'Adjustments' }).click()
  const asked = page.getByRole('row').filter({ hasText: 'A round that was lost on the way.' }).filter({ hasText: ada })
  await expect(asked).toContainText('12.50')
  await expect(asked.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  const other = await (await browser.newContext()).newPage()
  await setUp(other, invited)
  await other.getByRole('link', { name: 'Adjustments' }).click()
  await other.getByRole('row').filter({ hasText: ada }).getByRole('button', { name: 'Approve' }).click()
  await other
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('The partner confirms it.')
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByText('Approved. The money has moved.')).toBeVisible()
  await other.getByRole('link', { name: 'Decided' }).click()
  await expect(other.getByRole('row').filter({ hasText: ada })).toContainText(`${bo}: The partner confirms it.`)
  await expectAccessible(other)

  await page.goBack()
  await page.reload()
  await expect(page.getByRole('cell', { name: /12\.50/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Notes' }).click()
  await page.getByLabel(/^New note/).fill('Calls on Mondays.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Calls on Mondays.' })).toContainText(ada)
  await expectAccessible(page)
  for (const [tab, text] of [
    ['Payments', 'No payments yet.'],
    ['Rounds', 'No rounds yet'],
    ['Gifts', 'No free spins yet.'],
    ['Linked players', 'Nobody shares a device or an account with this player.'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('A stolen phone.')
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('The player is signed in nowhere.')).toBeVisible()
  await expectAccessible(page)
})

test('a gift is given within its offer, and ended again', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  const player = await signUpQuietly(page)
  const cleo = fresh('Cleo')
  await setUp(page, invitation(`${cleo.replace(' ', '.').toLowerCase()}@example.com`, cleo, 'bonus'))
  await page.getByRole('searchbox').fill(player.email)
  const row = page.getByRole('row').filter({ hasText: /#\d+/ })
  await expect(row).toHaveCount(1)
  await row.getByRole('link').press('Enter')
  await page.getByRole('link', { name: 'Gifts', exact: true }).click()

  await page.getByRole('button', { name: 'Give a gift' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Amount/).fill('999')
  await dialog.getByLabel(/^Reason/).fill('A lost evening.')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(dialog.getByText("The offer doesn't give this much.")).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/^Amount/).fill('4.50')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(page.getByText('Given. The player activates it.')).toBeVisible()
  await expect(page.getByRole('cell', { name: /4\.50/ }).first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'End “Cashback”' }).click()
  await dialog.getByLabel(/^Reason/).fill('A mistake.')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('ended by staff')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End “Cashback”' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a report is told apart, kept in the address and saved; a game is switched off and on', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  const dora = fresh('Dora')
  await setUp(page, invitation(`${dora.replace(' ', '.').toLowerCase()}@example.com`, dora, 'administrator'))
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('table', { name: 'Reports' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^GGR by Day/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '7 days' }).click()
  await page.getByLabel('Figure in the chart').selectOption('Signed up')
  await expect(page.getByRole('img', { name: /^Signed up by Day/ })).toBeVisible()
  await page.getByRole('link', { name: 'Sort by Signed up' }).click()
  await expect(page.getByRole('columnheader', { name: 'Sort by Signed up' })).toHaveAttribute('aria-sort', 'descending')
  // What was chosen stands in the address.
  await page.reload()
  await expect(page.getByRole('img', { name: /^Signed up by Day/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Reports' }).getByRole('row')).toHaveCount(9)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as CSV' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^report-.*\.csv$/)
  await page.getByRole('link', { name: 'Retention' }).click()
  await expect(page.getByRole('heading', { name: 'Who stays' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Taxes' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Estonia' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Games', exact: true }).click()
  await page.getByRole('searchbox').fill('Moon Market')
  const game = page.getByRole('row').filter({ hasText: 'moon-market' })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await game.getByRole('button', { name: 'Switch off' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('Returns too much.')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Moon Market is off.')).toBeVisible()
  await expect(game).toContainText('Returns too much.')
  await game.getByRole('button', { name: 'Switch on' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('Looked into.')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Moon Market is on.')).toBeVisible()

  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page.getByText('All work beside requests does well.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'office_url' })).toContainText('http')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Game switched off' }).first()).toContainText('Returns too much.')
  await expect(page.getByRole('row').filter({ hasText: 'Report saved' }).first()).toContainText(dora)
})

test('a text is drafted, previewed in Estonian, published and rolled back', async ({ page, browser }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  const dora = fresh('Dora')
  const said = `Tere kevadest, ${dora}.`
  await setUp(page, invitation(`${dora.replace(' ', '.').toLowerCase()}@example.com`, dora, 'editor'))
  await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible()
  await page.getByRole('searchbox').fill('pages/about/et')
  await expectAccessible(page)
  await page.getByRole('row').filter({ hasText: 'pages/about/et.md' }).getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { name: 'pages/about/et.md', level: 1 })).toBeVisible()

  const text = page.getByRole('textbox', { name: 'pages/about/et.md' })
  const write = async (words: string) => {
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(words)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
  }
  await write('\n\n{nobody} kirjutas.')
  await expect(page.getByText('{nobody} is no known value', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('button', { name: 'Discard draft' })).toHaveCount(0)
  await write(`\n\n${said}`)

  const parts = page.getByRole('navigation', { name: 'Parts of this document' })
  await parts.getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByText(said)).toBeVisible()
  await parts.getByRole('link', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Open preview' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText(said)).toBeVisible()
  await expect(frame.getByText('Preview of drafts')).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/et/about')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByText(said)).toHaveCount(0)

  const publish = async (reason: string) => {
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill(reason)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  }
  await parts.getByRole('link', { name: 'Text' }).click()
  await publish('Spring has come.')
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText(said)).toBeVisible({ timeout: 1000 })
  }).toPass()

  await parts.getByRole('link', { name: 'Versions' }).click()
  const row = page.getByRole('row').filter({ hasText: 'As installed' })
  await expect(page.getByRole('row').filter({ hasText: 'Spring has come.' }).first()).toContainText(dora)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Look' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await publish('Spring is over.')
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText(said)).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})
