import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '@/api/types'
import { closeChat } from '@/domain/chat'
import { http } from '@/test/http'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => {
  // jsdom knows no width: the panel stands in the corner.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('>= 768px'), addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList,
  )
})
afterEach(() => {
  act(() => closeChat())
  vi.restoreAllMocks()
})

const own = (seq: number): ChatMessage => ({ seq, from: 'visitor', staff_name: null, text: 'Look', picture: null, created_at: '2026-01-01T12:00:00.000Z' })

function chat(messages: ChatMessage[]) {
  const conversation = { id: 'c1', state: 'open' as const, assigned_to: null, unread_count: 0, messages }
  return { provider: 'built_in' as const, script_url: null, group: 1, hours: { is_open: true, opens_at: null, closes_at: null }, conversation }
}

test('a player sends a picture, and those of both sides are shown', async () => {
  const sent: unknown[] = []
  answers('/api/player', aPlayer())
  answers('/api/chat', chat([own(1)]))
  server.use(
    http.untyped.post('/api/chat/pictures', ({ request }) => {
      sent.push([request.headers.get('content-type'), typeof request.headers.get('idempotency-key')])
      const pictures: ChatMessage[] = [
        { ...own(2), text: '', picture: 'p1' },
        { ...own(3), from: 'staff', staff_name: 'Ann', text: '', picture: 'p2' },
      ]
      answers('/api/chat', chat([own(1), ...pictures]))
      return HttpResponse.json(pictures[0], { status: 201 })
    }),
  )
  await show('/payments#chat')
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog', { name: 'Chat with us' }, { timeout: 10_000 }))
  await user.click(await dialog.findByRole('button', { name: 'Send a picture' }))
  const chooser = dialog.getByLabelText<HTMLInputElement>('Send a picture: Choose a picture')
  await user.upload(chooser, new File(['x'], 'scan.png', { type: 'image/png' }))
  await waitFor(() => expect(dialog.getAllByRole('img', { name: 'Picture, opens in full size' })).toHaveLength(2))
  const addresses = dialog.getAllByRole<HTMLImageElement>('img', { name: 'Picture, opens in full size' }).map((image) => image.getAttribute('src'))
  expect(addresses).toEqual(['/api/chat/pictures/p1', '/api/chat/pictures/p2'])
  expect(sent).toEqual([['application/octet-stream', 'string']])
  expect(dialog.queryByLabelText('Send a picture: Choose a picture')).toBeNull()
})

test('a guest sends words alone', async () => {
  answers('/api/chat', chat([own(1)]))
  await show('/payments#chat')
  const dialog = within(await screen.findByRole('dialog', { name: 'Chat with us' }, { timeout: 10_000 }))
  expect(await dialog.findByRole('textbox', { name: 'Your message' })).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Send a picture' })).toBeNull()
})
