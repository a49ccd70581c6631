import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { CROUPIER, croupier } from '../support/command.ts'
import { boxOf, overlap } from '../support/game.ts'
import { call, signUpQuietly } from '../support/player.ts'

interface Chat {
  conversation: { id: string; unread_count: number } | null
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Chat with us' })
const log = (page: Page) => panel(page).getByRole('log')
const conversation = async (page: Page) => ((await call(page, 'GET', '/api/chat')) as Chat).conversation

test('a player writes to support, and the answer comes while the panel is open and while it is not', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  await signUpQuietly(page)
  await page.goto('/support')
  await page.getByRole('button', { name: 'Live chat' }).click()
  await panel(page).getByRole('textbox', { name: 'Your message' }).fill('Where is my deposit?')
  await panel(page).getByRole('button', { name: 'Send message' }).click()
  await expect(log(page).getByText('Where is my deposit?')).toBeVisible()
  const id = (await conversation(page))?.id ?? ''

  const reply = (text: string) => croupier('chat', 'reply', id, '--by', 'Ann', '--text', text)
  reply('Let me have a look.')
  await expect(log(page).getByText('Let me have a look.')).toBeVisible()
  await expect(panel(page).getByText(/Ann/).first()).toBeVisible()
  await expect.poll(async () => (await conversation(page))?.unread_count).toBe(0)
  await expectAccessible(page)

  await panel(page).getByRole('button', { name: 'Minimise the chat' }).click()
  await page.goto('/payments')
  await expect(page.getByRole('button', { name: 'Live chat' })).toBeVisible()
  await expect(page.getByTestId('chat-unread')).toHaveCount(0)
  reply('It has arrived.')
  await expect(page.getByTestId('chat-unread')).toHaveText('1')
  await expectAccessible(page)

  // On a phone the panel is a sheet over the page.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Live chat, 1 new message' }).click()
  await expect(log(page).getByText('It has arrived.')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => (await conversation(page))?.unread_count).toBe(0)
  await panel(page).getByRole('button', { name: 'Minimise the chat' }).click()
  await expect(page.getByTestId('chat-unread')).toHaveCount(0)
})

/** Nothing of the question about cookies lies under what belongs to the chat. */
async function expectApart(page: Page, chat: Locator): Promise<void> {
  const cookies = page.getByRole('region', { name: 'Cookies' })
  await expect(async () => expect(overlap(await boxOf(cookies), await boxOf(chat))).toBe(false)).toPass()
}

test('the question about cookies and the chat leave each other free', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/support')
  await page.getByRole('button', { name: 'Live chat' }).click()
  await panel(page).getByRole('textbox', { name: 'Your message' }).fill('Do you take coins?')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('Do you take coins?')).toBeVisible()
  await expectApart(page, panel(page))
  await panel(page).getByRole('button', { name: 'Minimise the chat' }).click()
  await page.goto('/payments')
  for (const width of [1440, 1100, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectApart(page, page.getByRole('button', { name: 'Live chat' }))
  }
  await page.getByRole('button', { name: 'Accept all' }).click()
  await page.getByRole('button', { name: 'Live chat' }).click()
  await expect(log(page)).toBeVisible()
})

test('a guest goes on with the conversation after a reload', async ({ page }) => {
  test.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
  await page.goto('/support')
  await page.getByRole('button', { name: 'Live chat' }).click()
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/chat/messages'))
  await panel(page).getByRole('textbox', { name: 'Your message' }).fill('Do you take coins?')
  await page.keyboard.press('Enter')
  expect((await sent).status()).toBe(201)
  await page.reload()
  await page.getByRole('button', { name: 'Live chat' }).first().click()
  await expect(log(page).getByText('Do you take coins?')).toBeVisible()
})
