import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** Cards of the sandbox and what each leads to. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000000000003220',
} as const

export function cashbox(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Cashier' })
}

/** Starts a deposit in the open cashbox and answers with the partner's page inside it. */
export async function startDeposit(page: Page, amount: string): Promise<FrameLocator> {
  const dialog = cashbox(page)
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('button', { name: /^Deposit €/ }).click()
  const partner = dialog.locator('iframe[title="Our payment partner\'s page"]')
  const frame = partner.contentFrame()
  await expect(frame.getByRole('heading', { name: 'Card details' })).toBeVisible()
  await atRest(partner)
  return frame
}

/** Waits until an element has kept its place for ten pictures: a click into a frame on the move would miss. */
async function atRest(element: Locator): Promise<void> {
  await element.evaluate(
    (node) =>
      new Promise<void>((resolve) => {
        let before = ''
        let kept = 0
        const look = () => {
          const { x, y, width, height } = node.getBoundingClientRect()
          const now = [x, y, width, height].join(' ')
          kept = now === before ? kept + 1 : 0
          before = now
          if (kept >= 10) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** Types a card at the partner's page and pays. */
export async function payWith(frame: FrameLocator, card: string): Promise<void> {
  const year = (new Date().getFullYear() + 2) % 100
  await frame.getByLabel('Card number').fill(card)
  await frame.getByLabel(/^Expiry date/).fill(`12/${year}`)
  await frame.getByLabel(/^Security code/).fill('123')
  await frame.getByLabel('Name on card').fill('Ada Koit')
  // Enter pays as the button does, and does not mind that the frame is still growing to its height.
  await frame.getByLabel('Name on card').press('Enter')
}

/** Pays in with a good card, from the address of the deposit to its end screen. */
export async function deposit(page: Page, amount: string): Promise<void> {
  await page.goto('/deposit')
  await payWith(await startDeposit(page, amount), CARDS.good)
  await expect(cashbox(page).getByText('Deposit complete')).toBeVisible()
}
