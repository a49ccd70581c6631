import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHANNELS } from '@/app/realtime/channels'
import { applyFrame } from '@/features/realtime/model/frames'
import { closeChat } from '@/lib/chat'
import { http } from '@/test/http'
import { aContext, answers, aPlayer, server } from '@/test/server'
import { show, withHouse } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withHouse()

const AT = '2026-01-01T12:00:00.000Z'
const OPEN = { is_open: true, opens_at: null, closes_at: null }
const own = (seq: number, text: string) => ({ seq, from: 'visitor' as const, staff_name: null, text, created_at: AT })
const staff = (seq: number, text: string) => ({ seq, from: 'staff' as const, staff_name: 'Ann', text, created_at: AT })

type Message = ReturnType<typeof own> | ReturnType<typeof staff>

function chat(messages: Message[], unread_count = 0, changes = {}) {
  const conversation = messages.length === 0 ? null : { id: 'c1', state: 'open' as const, assigned_to: null, unread_count, messages, ...changes }
  return { provider: 'built_in' as const, script_url: null, group: 1, hours: OPEN, conversation }
}

beforeEach(() => {
  localStorage.removeItem('croupier.chat')
  // jsdom knows no width: the panel stands in the corner.
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query.includes('>= 768px'), addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList)
})
afterEach(() => {
  act(() => closeChat())
  vi.restoreAllMocks()
})

const panel = () => screen.findByRole('dialog', { name: 'Chat with us' }, { timeout: 10_000 })
const openFromSupport = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Live chat' }, { timeout: 10_000 }))
  return panel()
}

describe('the chat', () => {
  test('opens from the support page and by hash, once, and stays open over a change of page', async () => {
    const { router } = await show('/support')
    const user = userEvent.setup()
    await openFromSupport(user)
    await act(() => router.navigate({ to: '/payments' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/payments'))
    expect(screen.getAllByRole('dialog', { name: 'Chat with us' })).toHaveLength(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => router.navigate({ to: '/payments', hash: 'chat' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await panel()
    await waitFor(() => expect(router.state.location.hash).toBe(''))
  })

  test('gives a guest a restore id with the first message, and names it from then on', async () => {
    const named: (string | null)[] = []
    const said: unknown[] = []
    server.use(
      http.post('/api/chat/guests', () => HttpResponse.json({ restore_id: 'r1' }, { status: 201 })),
      http.post('/api/chat/messages', async ({ request }) => {
        named.push(request.headers.get('X-Chat-Restore-Id'))
        said.push(await request.json())
        answers('/api/chat', chat([own(1, '<b>Hi</b>')]))
        return HttpResponse.json(own(1, '<b>Hi</b>'), { status: 201 })
      }),
    )
    await show('/support')
    const user = userEvent.setup()
    const dialog = await openFromSupport(user)
    const field = await within(dialog).findByRole('textbox', { name: 'Your message' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.type(field, '<b>Hi</b>{Enter}')
    const log = within(dialog).getByRole('log')
    await within(log).findByText('<b>Hi</b>')
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
    expect([named, said, localStorage.getItem('croupier.chat')]).toEqual([['r1'], [{ text: '<b>Hi</b>', l: 'en' }], 'r1'])
  })

  test('begins anew with a restore id that the server does not know', async () => {
    localStorage.setItem('croupier.chat', 'old')
    server.use(
      http.post('/api/chat/guests', () => HttpResponse.json({ restore_id: 'new' }, { status: 201 })),
      http.post('/api/chat/messages', ({ request }) => {
        if (request.headers.get('X-Chat-Restore-Id') === 'old') return HttpResponse.json({ error: { code: 'invalid_state', message: 'No.' } }, { status: 409 })
        answers('/api/chat', chat([own(1, 'Hi')]))
        return HttpResponse.json(own(1, 'Hi'), { status: 201 })
      }),
    )
    await show('/support')
    const user = userEvent.setup()
    const dialog = await openFromSupport(user)
    await user.type(await within(dialog).findByRole('textbox', { name: 'Your message' }), 'Hi{Enter}')
    await within(within(dialog).getByRole('log')).findByText('Hi')
    expect(localStorage.getItem('croupier.chat')).toBe('new')
  })

  test('keeps what was not sent', async () => {
    answers('/api/player', aPlayer())
    server.use(http.post('/api/chat/messages', () => HttpResponse.json({ error: { code: 'conflict', message: 'No.' } }, { status: 409 })))
    await show('/support')
    const user = userEvent.setup()
    const dialog = await openFromSupport(user)
    const field = await within(dialog).findByRole('textbox', { name: 'Your message' })
    await user.type(field, 'Hello')
    await user.click(within(dialog).getByRole('button', { name: 'Send message' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain("wasn't sent")
    expect((field as HTMLTextAreaElement).value).toBe('Hello')
  })

  test('counts what is unread, which opening it reads', async () => {
    const read: unknown[] = []
    answers('/api/player', aPlayer())
    answers('/api/chat', chat([own(1, 'Hi')]))
    server.use(
      http.post('/api/chat/read', async ({ request }) => {
        read.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { queryClient } = await show('/payments')
    await screen.findByRole('button', { name: 'Live chat' }, { timeout: 10_000 })
    expect(screen.queryByTestId('chat-unread')).toBeNull()
    answers('/api/chat', chat([own(1, 'Hi'), staff(2, 'Hello'), staff(3, 'How can I help?')], 2))
    act(() => applyFrame(CHANNELS, queryClient, 'chat#x', { changed: true }))
    const button = await screen.findByRole('button', { name: 'Live chat, 2 new messages' })
    expect(screen.getByTestId('chat-unread').textContent).toBe('2')
    const user = userEvent.setup()
    await user.click(button)
    const dialog = await panel()
    await within(dialog).findByText('How can I help?')
    await waitFor(() => expect(read).toEqual([{ seq: 3 }]))
    await user.click(within(dialog).getByRole('button', { name: 'Minimise the chat' }))
    await screen.findByRole('button', { name: 'Live chat' })
    expect(screen.queryByTestId('chat-unread')).toBeNull()
  })

  test('that stands open in a tab behind others leaves unread what comes, until the tab is in front again', async () => {
    const read: unknown[] = []
    answers('/api/player', aPlayer())
    answers('/api/chat', chat([own(1, 'Hi')]))
    server.use(
      http.post('/api/chat/read', async ({ request }) => {
        read.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { queryClient } = await show('/support')
    const dialog = await openFromSupport(userEvent.setup())
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const turn = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
    turn()
    answers('/api/chat', chat([own(1, 'Hi'), staff(2, 'Hello')], 1))
    act(() => applyFrame(CHANNELS, queryClient, 'chat#x', { changed: true }))
    await within(dialog).findByText('Hello')
    expect(read).toEqual([])
    visibility.mockReturnValue('visible')
    turn()
    await waitFor(() => expect(read).toEqual([{ seq: 2 }]))
  })

  test('of a guest who signs in goes on as the player’s', async () => {
    localStorage.setItem('croupier.chat', 'r1')
    const set: unknown[] = []
    answers('/api/player', aPlayer())
    server.use(
      http.post('/restore-id/set', async ({ request }) => {
        set.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await show('/payments')
    await waitFor(() => expect(set).toEqual([{ restore_id: 'r1' }]), { timeout: 10_000 })
    await waitFor(() => expect(localStorage.getItem('croupier.chat')).toBeNull())
  })

  test('takes a message for later outside of its hours', async () => {
    answers('/api/chat', { ...chat([]), hours: { is_open: false, opens_at: '2100-01-01T09:00:00.000Z', closes_at: '2100-01-01T17:00:00.000Z' } })
    await show('/payments#chat')
    const dialog = await panel()
    await within(dialog).findByText(/We're not here right now/)
    await within(dialog).findByRole('textbox', { name: /Subject/ }, { timeout: 10_000 })
    expect(within(dialog).queryByRole('textbox', { name: 'Your message' })).toBeNull()
  })

  test('is nowhere for a guest of a country where the site may not be used', async () => {
    answers('/client-context', aContext({ is_restricted: true }))
    await show('/support')
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Live chat' }, { timeout: 10_000 }))
    // The call that nobody may make would fail the test.
    server.use(http.untyped.get('/api/chat', () => { throw new Error('asked for the chat') }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is a widget of others where the operator has chosen it, which learns who is here', async () => {
    const script_url = 'https://chat.example/widget.js'
    answers('/api/player', aPlayer({ statuses: [{ id: 'group_258', name: 'Silver' }] }))
    answers('/api/chat', { ...chat([]), provider: 'outside', script_url, group: 2 })
    server.use(http.post('/restore-id/get', () => HttpResponse.json({ restore_id: 'theirs' })))
    const opened: unknown[] = []
    vi.spyOn(document.head, 'append').mockImplementation((script) => {
      expect((script as HTMLScriptElement).src).toBe(script_url)
      window.croupierChatWidget = { open: (start) => opened.push(start) }
      ;(script as HTMLScriptElement).onload?.(new Event('load'))
    })
    await show('/payments#chat')
    const start = { id: 7, email: 'ada@example.com', nickname: 'ada', isVip: true, locale: 'en', group: 2, restoreId: 'theirs', keepRestoreId: expect.any(Function) as unknown }
    await waitFor(() => expect(opened).toEqual([start]), { timeout: 10_000 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
