import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { signUpQuietly } from '../support/player.ts'

const NOTIFICATION = {
  id: '01890000-0000-7000-8000-000000000001',
  type: 'personal',
  title: 'A gift for you',
  text: 'It waits on the promotions page.',
  event: null,
  identifier: null,
  campaign: null,
  content: { icon: 'gift', title: 'A gift for you', button: { title: 'See it', toName: null, path: '/promotions' } },
  groups: [],
  created_at: '2026-01-01T12:00:00.000Z',
  expiry: '2100-01-01T00:00:00.000Z',
  read: false,
}

test('a player who was told nothing finds an empty list behind the bell', async ({ page }) => {
  await signUpQuietly(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByText('Nothing new')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notifications' })).toBeFocused()
})

// Staff send by a command beside the server, which a journey cannot give: what the server would list is put in its place.
for (const [kind, width] of [
  ['phone', 390],
  ['desktop', 1440],
] as const) {
  test(`a notification is counted, read and followed on a ${kind}`, async ({ page }) => {
    await signUpQuietly(page)
    const marked: unknown[] = []
    await page.route('**/api/player/notifications?*', (route) => route.fulfill({ json: [{ ...NOTIFICATION, read: marked.length > 0 }] }))
    await page.route('**/api/player/notifications/read', async (route) => {
      marked.push(route.request().postDataJSON())
      await route.fulfill({ status: 204 })
    })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const list = page.getByRole('dialog', { name: 'Notifications' })
    await expect(list.getByText('It waits on the promotions page.')).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => marked[0]).toEqual({ ids: [NOTIFICATION.id] })
    await list.getByRole('link', { name: 'See it' }).click()
    await expect(page).toHaveURL(/\/promotions$/)
    await expect(list).toBeHidden()
  })
}
