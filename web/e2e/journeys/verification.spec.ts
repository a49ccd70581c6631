import { expect, test, type Page } from '@playwright/test'
import { CROUPIER, croupier } from '../support/command.ts'
import { signUpQuietly } from '../support/player.ts'

/** A picture of one pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const staff = (...words: string[]) => croupier('document', ...words)

/** The number of the player's newest document. */
function newest(email: string): string {
  const [id] = staff('list', '--email', email).split(' ')
  if (!id) throw new Error(`${email} has sent no document`)
  return id
}

const identity = (page: Page) => page.getByRole('region', { name: 'Proof of identity' })

async function send(page: Page, name: string): Promise<void> {
  await identity(page).locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/png', buffer: PIXEL })
  await expect(identity(page).getByText('In review').first()).toBeVisible()
}

test('a player is refused, then accepted', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  const { email } = await signUpQuietly(page)
  await page.goto('/profile/verification')
  await expect(page.getByText("Your account isn't verified yet")).toBeVisible()

  await identity(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: Buffer.from('MZ no picture') })
  await expect(identity(page).getByText('Please choose a PNG or JPEG picture, or a PDF.')).toBeVisible()

  await send(page, 'passport.png')
  staff('reject', newest(email), '--reason', 'illegible', '--note', 'The name is in the shade.', '--by', 'Ann')
  // Told by the socket: nobody loads the page anew.
  await expect(identity(page).getByText('The name is in the shade.')).toBeVisible()

  await send(page, 'passport-2.png')
  staff('approve', newest(email), '--by', 'Ann')
  await expect(page.getByText('Your account is verified')).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
})
