import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { applyPayment } from '@/api/session/payments'
import { forgetPlayer, NOTIFICATIONS_KEY } from '@/api/session/signOut'
import { playerQuery } from '@/api/session/player'
import type { PlayerNotification } from '@/api/types'
import { notificationsQuery } from '@/features/notifications/api/notifications'
import { applyFrame } from '@/features/realtime/model/frames'
import { axeFindings } from '@/test/axe'
import { http } from '@/test/http'
import { aNotification } from '@/test/notifications'
import { aPayment, aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import { CHANNELS } from '../realtime/channels'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()
beforeEach(() => localStorage.clear())

/** Takes marks; answers the ids that come, call by call. */
function marks(): string[][] {
  const marked: string[][] = []
  server.use(
    http.post('/api/player/notifications/read', async ({ request }) => {
      marked.push((await request.json()).ids)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return marked
}

/** The site for a player who was told `list`; answers the ids that were marked as read, call by call. */
async function openAddresses(list: PlayerNotification[], { address = '/payments', statuses = [] as { id: string; name: null }[] } = {}) {
  const marked = marks()
  answers('/api/player', aPlayer({ statuses }))
  answers('/api/player/notifications', list)
  const { queryClient, router } = await show(address)
  // The signed-in side of the header comes with code of its own.
  await screen.findByRole('button', { name: /^Notifications/ }, { timeout: 30_000 })
  // A frame that comes before the list would make the site ask for the list anew.
  await waitFor(() => expect(queryClient.getQueryData(notificationsQuery('en').queryKey)).toBeDefined())
  const comes = (notification: PlayerNotification) => act(() => applyFrame(CHANNELS, queryClient, 'personal_notifications#x', notification))
  return { marked, comes, queryClient, router }
}

const bell = (name: RegExp | string) => screen.findByRole('button', { name })
const isCounted = (text: string | null) => waitFor(() => expect(count()).toBe(text))
const count = () => screen.queryByTestId('notification-count')?.textContent ?? null
const open = async () => {
  fireEvent.click(await bell(/^Notifications/))
  return screen.findByRole('dialog', { name: 'Notifications' })
}

test('what is unread is counted, shown with its button, and read once the list is open', async () => {
  const { marked, router } = await openAddresses([aNotification(), aNotification({ id: 'n2', title: 'Old news', read: true })])
  await bell('Notifications, 1 unread')
  expect(count()).toBe('1')
  const list = within(await open())
  const titles = (await list.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  expect(titles).toEqual(['A gift', 'Old news'])
  expect(list.getAllByText('New')).toHaveLength(1)
  expect(await axeFindings(document.body)).toEqual([])
  await isCounted(null)
  expect(list.getAllByText('New')).toHaveLength(1)
  expect(marked).toEqual([['n1']])
  fireEvent.click(list.getAllByRole('link', { name: 'See it' })[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.pathname).toBe('/promotions'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what staff have taken back is gone from an open page', async () => {
  const { queryClient } = await openAddresses([aNotification({ campaign: 'c1' }), aNotification({ id: 'n2', title: 'Stays', campaign: 'c2' })])
  await bell('Notifications, 2 unread')
  act(() => applyFrame(CHANNELS, queryClient, 'personal_notifications#x', { type: 'withdrawn', campaign: 'c1' }))
  await isCounted('1')
  const list = within(await open())
  const titles = (await list.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Stays'])
})

test('nine are counted as nine and more', async () => {
  const list = Array.from({ length: 8 }, (_, number) => aNotification({ id: `n${number}` }))
  const { comes } = await openAddresses(list)
  await bell('Notifications, 8 unread')
  expect(count()).toBe('8')
  comes(aNotification({ id: 'ninth' }))
  await isCounted('9+')
})

test('one that comes is counted and told once, and one for others is not', async () => {
  const { comes } = await openAddresses([])
  await bell('Notifications')
  comes(aNotification({ title: 'Just now' }))
  expect(await screen.findByText('Just now')).toBeDefined()
  comes(aNotification({ title: 'Just now' }))
  comes(aNotification({ id: 'n2', title: 'For testers', groups: [21] }))
  comes(aNotification({ id: 'n3', title: 'Gone', expiry: '2020-01-01T00:00:00.000Z' }))
  await isCounted('1')
  for (const title of ['For testers', 'Gone']) expect(screen.queryByText(title)).toBeNull()
})

test('a tester of notifications is told what testers are', async () => {
  const { comes } = await openAddresses([], { statuses: [{ id: 'group_916', name: null }] })
  await bell('Notifications')
  comes(aNotification({ title: 'For testers', groups: [21] }))
  expect(await screen.findByText('For testers')).toBeDefined()
  await isCounted('1')
})

test('while a game is open only the counter tells', async () => {
  server.use(
    http.untyped.post('/api/games/launch', () =>
      HttpResponse.json({ launch_url: '/house-games/?client=slots#session=t', session_id: 's', mode: 'demo', currency: 'EUR' }, { status: 201 }),
    ),
  )
  const { comes } = await openAddresses([], { address: '/play/northlight/solar-sails?mode=demo' })
  await bell('Notifications')
  comes(aNotification({ title: 'During a game' }))
  await isCounted('1')
  expect(screen.queryByText('During a game')).toBeNull()
})

test('without news the list says so', async () => {
  await openAddresses([])
  expect(await within(await open()).findByText('Nothing new')).toBeDefined()
})

test('a list that does not come can be asked for again', async () => {
  server.use(http.untyped.get('/api/player/notifications', () => HttpResponse.json({ error: { code: 'x', message: 'No.' } }, { status: 403 })))
  answers('/api/player', aPlayer())
  await show('/payments')
  const list = within(await open())
  await list.findByText("We couldn't load your notifications")
  const marked = marks()
  answers('/api/player/notifications', [aNotification()])
  fireEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText('A gift')).toBeDefined()
  await waitFor(() => expect(marked).toEqual([['n1']]))
})

test('the end of a payment is news in every tab, once, until it was read in one', async () => {
  const { queryClient } = await openAddresses([])
  await bell('Notifications')
  const paid = aPayment({ action: 'cashout', state: 'succeeded', finished_at: new Date().toISOString() })
  act(() => applyPayment(queryClient, paid))
  await isCounted('1')
  // Another tab has heard the same, and its list is opened there.
  const text = localStorage.getItem(NOTIFICATIONS_KEY)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: NOTIFICATIONS_KEY })))
  expect(count()).toBe('1')
  const kept = JSON.parse(text ?? '') as { payments: object[] }
  localStorage.setItem(NOTIFICATIONS_KEY, JSON.stringify({ ...kept, payments: kept.payments.map((news) => ({ ...news, read: true })) }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: NOTIFICATIONS_KEY })))
  expect(count()).toBeNull()
  const list = within(await open())
  const link = await list.findByRole('link', { name: 'Go to the Cashier' })
  expect(link.getAttribute('href')).toBe('/dashboard')
})

test('nothing of a player is left for the next one', async () => {
  const { queryClient } = await openAddresses([aNotification()])
  await bell('Notifications, 1 unread')
  act(() => applyPayment(queryClient, aPayment({ state: 'succeeded', finished_at: new Date().toISOString() })))
  await bell('Notifications, 2 unread')
  expect(localStorage.getItem(NOTIFICATIONS_KEY)).not.toBeNull()
  act(() => forgetPlayer(queryClient))
  expect(localStorage.getItem(NOTIFICATIONS_KEY)).toBeNull()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull())
  answers('/api/player/notifications', [])
  act(() => void queryClient.setQueryData(playerQuery.queryKey, aPlayer({ id: 8 })))
  await bell('Notifications')
  expect(count()).toBeNull()
})

test('the menu leads to the list', async () => {
  const { marked } = await openAddresses([aNotification()])
  fireEvent.click((await screen.findAllByRole('button', { name: 'Menu' }))[0] as HTMLElement)
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  fireEvent.click(menu.getByRole('button', { name: 'Notifications, 1 unread' }))
  const list = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  expect(await list.findByText('It waits for you.')).toBeDefined()
  await waitFor(() => expect(marked).toEqual([['n1']]))
})

test('a guest has neither bell nor entry', async () => {
  await show('/payments')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Menu' }))[0] as HTMLElement)
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(menu.queryByRole('button', { name: /^Notifications/ })).toBeNull()
})
