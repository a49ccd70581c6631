import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import type { Campaign } from '../../api/types'
import { english } from '../../i18n/english'
import { Campaigns } from './NotificationsPage'
import { SendDialog } from './SendDialog'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const CAMPAIGN: Campaign = {
  id: 'c1',
  title: 'A gift',
  text: 'It waits for you.',
  icon: 'gift',
  button_path: null,
  player_id: null,
  groups: [{ id: 259, name: 'Gold' }],
  segment: null,
  brand: null,
  promotional: true,
  state: 'sent',
  sent: 40,
  left_out: 2,
  read: 10,
  by: 'Bob',
  reason: 'the weekly gift',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-08T00:00:00Z',
  withdrawn: null,
}

/** Shows a part of the page; the bodies of the calls that change something. */
function shown(part: ReactNode, list: Campaign[] = []) {
  const sent: unknown[] = []
  server.use(
    http.untyped.get('/api/notifications', ({ request }) => {
      // A page that is left open must not keep its member signed in.
      expect(request.headers.get('X-Background')).toBe('1')
      return HttpResponse.json({ campaigns: list, next: null })
    }),
    http.untyped.get('/api/notifications/choices', () =>
      HttpResponse.json({ groups: CAMPAIGN.groups, brands: [{ id: 'borealis', name: 'Borealis' }], icons: ['bell', 'gift'], languages: ['en', 'de'] }),
    ),
    http.untyped.get('/api/notifications/reach', () => HttpResponse.json({ players: 38, left_out: 2, complete: true })),
    http.untyped.get('/api/segments', () => HttpResponse.json({ segments: [], next: null })),
    http.untyped.post('/api/notifications', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.untyped.post('/api/notifications/c1/withdraw', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
  return sent
}

test('the list tells how many have got and read each, and takes one back', async () => {
  const user = userEvent.setup()
  const sent = shown(<Campaigns />, [CAMPAIGN])
  expect(await screen.findByText('25% of those who got it')).toBeTruthy()
  expect(screen.getByText('2 left out')).toBeTruthy()
  await user.click(within(screen.getByRole('group', { name: 'Actions for A gift' })).getByRole('button', { name: 'Withdraw' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Reason/), 'A wrong amount')
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent).toEqual([{ reason: 'A wrong amount' }]))
})

test('what is wrong with its readers leads back to what was written', async () => {
  const user = userEvent.setup()
  shown(<SendDialog player={7} onClose={() => undefined} />)
  server.use(
    http.untyped.get('/api/notifications/reach', () =>
      HttpResponse.json({ errors: { player: [{ code: 'VALIDATION.PLAYER.NOT_ALLOWED', message: 'Nobody has this number.' }] } }, { status: 422 }),
    ),
  )
  await user.type(await screen.findByLabelText(/^Title in English/), 'A gift')
  await user.type(screen.getByLabelText(/^Text in English/), 'It waits for you.')
  await user.type(screen.getByLabelText(/^Reason/), 'The weekly gift')
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect((await screen.findByRole('alert')).textContent).toBe('No player has this number.')
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText(/^Title in English/)).toHaveProperty('value', 'A gift')
})

test('it is sent once the number of players was seen', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const sent = shown(<SendDialog onClose={onClose} />)
  await user.type(await screen.findByLabelText(/^Title in English/), 'A gift')
  await user.type(screen.getByLabelText(/^Text in English/), 'It waits for you.')
  await user.type(screen.getByLabelText(/^Reason/), 'The weekly gift')
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('Choose a group.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Gold (259)' }))
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('38 players get it.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([{ player: null, groups: [259], promotional: true, title: { en: 'A gift' }, reason: 'The weekly gift' }])
})
