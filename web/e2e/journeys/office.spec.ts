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
  await page.getByRole('dialog').getByLabel(/^Reason/).fill('The player called.')
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
  await page.getByRole('dialog').getByLabel(/^E-mail/).fill(theirs)
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
  await page.getByRole('group', { name: `Actions for ${colleague}` }).getByRole('button', { name: 'Dismiss' }).click()
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
  await other.getByRole('dialog').getByLabel(/^Reason/).fill('The partner confirms it.')
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
  await page.getByRole('dialog').getByLabel(/^Reason/).fill('A stolen phone.')
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
