import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import { CHANNELS } from '@/app/realtime/channels'
import { applyFrame } from '@/features/realtime/model/frames'
import { keepDraft } from '@/features/chat/model/draft'
import { closeChat } from '@/domain/chat'
import { http } from '@/test/http'
import { aContext, answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const AT = '2026-01-01T12:00:00.000Z'
const AWAY = { is_open: false, opens_at: '2100-01-01T09:00:00.000Z', closes_at: '2100-01-01T17:00:00.000Z' }
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
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('>= 768px'), addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList,
  )
})
afterEach(() => {
  act(() => {
    closeChat()
    keepDraft(null, '')
    keepDraft(7, '')
  })
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

  test('goes on with the restore id of another tab that has begun meanwhile', async () => {
    const named: (string | null)[] = []
    server.use(
      http.post('/api/chat/guests', () => {
        localStorage.setItem('croupier.chat', 'theirs')
        return HttpResponse.json({ restore_id: 'mine' }, { status: 201 })
      }),
      http.post('/api/chat/messages', ({ request }) => {
        named.push(request.headers.get('X-Chat-Restore-Id'))
        return HttpResponse.json(own(1, 'Hi'), { status: 201 })
      }),
    )
    await show('/support')
    const user = userEvent.setup()
    const dialog = await openFromSupport(user)
    await user.type(await within(dialog).findByRole('textbox', { name: 'Your message' }), 'Hi{Enter}')
    await waitFor(() => expect(named).toEqual(['theirs']))
    expect(localStorage.getItem('croupier.chat')).toBe('theirs')
  })

  test.each([
    ['a guest', null],
    ['a player', aPlayer()],
  ])('keeps what %s has not sent, also closed, and sends it again under its key', async (_who, player) => {
    if (!player) localStorage.setItem('croupier.chat', 'r1')
    answers('/api/player', player ?? {})
    const keys: (string | null)[] = []
    server.use(
      http.post('/api/chat/messages', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return keys.length === 1
          ? HttpResponse.json({ error: { code: 'conflict', message: 'No.' } }, { status: 409 })
          : HttpResponse.json(own(1, 'Hello'), { status: 201 })
      }),
    )
    await show('/support')
    const user = userEvent.setup()
    const dialog = await openFromSupport(user)
    await user.type(await within(dialog).findByRole('textbox', { name: 'Your message' }), 'Hello')
    await user.click(within(dialog).getByRole('button', { name: 'Send message' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain("wasn't sent")
    // The server knows the guest's restore id: it is not given up, and no call for another one is expected.
    expect(localStorage.getItem('croupier.chat')).toBe(player ? null : 'r1')
    await user.click(within(dialog).getByRole('button', { name: 'Minimise the chat' }))
    const again = await openFromSupport(user)
    const field = await within(again).findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
    expect(field.value).toBe('Hello')
    await user.click(within(again).getByRole('button', { name: 'Send message' }))
    await waitFor(() => expect(field.value).toBe(''))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('asks only for what has come, and for what stands above by scrolling up', async () => {
    const asked: string[] = []
    const all = Array.from({ length: 6 }, (_, at) => staff(at + 1, `Message ${at + 1}`))
    let sent = 4
    answers('/api/player', aPlayer())
    server.use(
      http.get('/api/chat', ({ request }) => {
        const { search, searchParams } = new URL(request.url)
        asked.push(search)
        const [after, before] = [Number(searchParams.get('after') ?? 0), Number(searchParams.get('before') ?? Infinity)]
        // The server answers with the newest two of them.
        return HttpResponse.json(
          chat(
            all
              .slice(0, sent)
              .filter(({ seq }) => seq > after && seq < before)
              .slice(-2),
          ),
        )
      }),
    )
    const { queryClient } = await show('/payments#chat')
    const dialog = await panel()
    const log = within(await within(dialog).findByRole('log'))
    const shown = () => log.queryAllByText(/^Message/).map(({ textContent }) => textContent)
    await waitFor(() => expect(shown()).toEqual(['Message 3', 'Message 4']))
    sent = 5
    act(() => applyFrame(CHANNELS, queryClient, 'chat#x', { changed: true }))
    await waitFor(() => expect(shown()).toEqual(['Message 3', 'Message 4', 'Message 5']))
    fireEvent.scroll(dialog.querySelector('[role=log]')!.parentElement!)
    await waitFor(() => expect(shown()).toHaveLength(5))
    expect(shown()[0]).toBe('Message 1')
    expect(within(dialog).queryByRole('button', { name: 'Earlier messages' })).toBeNull()
    expect(asked).toEqual(['', '?after=4', '?before=3'])
  })

  test('leaves a message to whoever is writing it when the hours end', async () => {
    answers('/api/player', aPlayer())
    const { queryClient } = await show('/support')
    const user = userEvent.setup()
    const dialog = await openFromSupport(user)
    await user.type(await within(dialog).findByRole('textbox', { name: 'Your message' }), 'Hello')
    answers('/api/chat', { ...chat([]), hours: AWAY })
    act(() => applyFrame(CHANNELS, queryClient, 'chat#x', { changed: true }))
    await within(dialog).findByText(/We're not here right now/)
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' }).value).toBe('Hello')
  })

  test('gives the focus back to what opened it, and to its button where that has gone', async () => {
    answers('/api/player', aPlayer())
    answers('/api/chat', chat([own(1, 'Hi')]))
    const { router } = await show('/support')
    const user = userEvent.setup()
    // Both lead to the chat: the page's own button, and the one of a conversation that is on.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Live chat' })).toHaveLength(2), { timeout: 10_000 })
    const [opener] = within(screen.getByRole('main')).getAllByRole('button', { name: 'Live chat' })
    await user.click(opener!)
    await within(await panel()).findByRole('textbox', { name: 'Your message' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
    await user.click(opener!)
    const field = await within(await panel()).findByRole('textbox', { name: 'Your message' })
    await act(() => router.navigate({ to: '/payments' }))
    await waitFor(() => expect(opener!.isConnected).toBe(false))
    act(() => field.focus())
    await user.keyboard('{Escape}')
    const button = await screen.findByRole('button', { name: 'Live chat' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('tells the day of messages of other days', async () => {
    const today = new Date().toISOString()
    answers('/api/player', aPlayer())
    answers('/api/chat', chat([own(1, 'Hi'), { ...staff(2, 'Hello'), created_at: today }]))
    await show('/payments#chat')
    const log = within(await panel())
    await log.findByText('Hello')
    const times = log.getByRole('log').querySelectorAll('time')
    expect(times[0]?.textContent).toContain('2026')
    expect(times[1]?.textContent).toMatch(/^\d+:\d\d/)
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
    const asked: (string | null)[] = []
    server.use(
      http.get('/api/chat', ({ request }) => {
        asked.push(request.headers.get('X-Chat-Restore-Id'))
        return HttpResponse.json(chat([own(1, set.length === 0 ? 'As a guest' : 'As a player')]))
      }),
      http.post('/restore-id/set', async ({ request }) => {
        set.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { queryClient } = await show('/payments#chat')
    const user = userEvent.setup()
    await within(await panel()).findByText('As a guest')
    await user.type(screen.getByRole('textbox', { name: 'Your message' }), 'And')
    expect([set, asked.at(-1)]).toEqual([[], 'r1'])
    answers('/api/player', aPlayer())
    act(() => void queryClient.setQueryData(playerQuery.queryKey, aPlayer()))
    await waitFor(() => expect(set).toEqual([{ restore_id: 'r1' }]))
    await within(await panel()).findByText('As a player')
    await waitFor(() => expect([localStorage.getItem('croupier.chat'), asked.at(-1)]).toEqual([null, null]))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' }).value).toBe('And')
  })

  test('takes a message for later outside of its hours', async () => {
    answers('/api/chat', { ...chat([]), hours: AWAY })
    await show('/payments#chat')
    const dialog = await panel()
    await within(dialog).findByText(/We're not here right now/)
    await within(dialog).findByRole('textbox', { name: /Subject/ }, { timeout: 10_000 })
    expect(within(dialog).queryByRole('textbox', { name: 'Your message' })).toBeNull()
  })

  test('is nowhere for a guest of a country where the site may not be used', async () => {
    localStorage.setItem('croupier.chat', 'r1')
    answers('/api/chat', chat([own(1, 'Hi')]))
    const { queryClient } = await show('/support')
    const user = userEvent.setup()
    const buttons = (count: number) => waitFor(() => expect(screen.getAllByRole('button', { name: 'Live chat' })).toHaveLength(count), { timeout: 10_000 })
    const moveTo = (is_restricted: boolean) => act(() => void queryClient.setQueryData(clientContextQuery.queryKey, aContext({ is_restricted })))
    // Beside that of the page there is the one of the conversation.
    await buttons(2)
    moveTo(true)
    await buttons(1)
    await user.click(screen.getByRole('button', { name: 'Live chat' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    moveTo(false)
    await panel()
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
    const start = {
      id: 7,
      email: 'ada@example.com',
      nickname: 'ada',
      isVip: true,
      locale: 'en',
      group: 2,
      restoreId: 'theirs',
      keepRestoreId: expect.any(Function) as unknown,
    }
    await waitFor(() => expect(opened).toEqual([start]), { timeout: 10_000 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
