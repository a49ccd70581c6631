import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import type { PlayerPrivacy } from '../../api/types'
import { english } from '../../i18n/english'
import { Privacy } from './Privacy'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

type Closure = PlayerPrivacy['closures'][number]

function aClosure(changes: Partial<Closure> = {}): Closure {
  return {
    id: '0199aaaa-0000-7000-8000-000000000001',
    closed_at: '2026-11-24T10:00:00Z',
    closed_by: 'player',
    is_own_wish: true,
    reason: 'enough',
    erased_from: '2031-11-24T10:00:00Z',
    reopened_at: null,
    reopened_by: null,
    reopen_reason: null,
    erased_at: null,
    ...changes,
  }
}

/** Shows the part of player 7; the calls that change something, by their paths and bodies. */
function shown(privacy: PlayerPrivacy, mayStop = true) {
  const sent: unknown[] = []
  const take = async ({ request }: { request: Request }) => {
    sent.push([new URL(request.url).pathname, await request.json()])
    return HttpResponse.json(privacy)
  }
  server.use(
    http.untyped.get('/api/players/7/privacy', () => HttpResponse.json(privacy)),
    http.untyped.post('/api/players/7/close', take),
    http.untyped.post('/api/players/7/reopen', take),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Privacy id={7} mayStop={mayStop} />
    </QueryClientProvider>,
  )
  return sent
}

test.each([
  [{ is_closed: false, closures: [], exports: [] }, 'Close account', '/api/players/7/close'],
  [{ is_closed: true, closures: [aClosure()], exports: [] }, 'Open again', '/api/players/7/reopen'],
])('an account is closed and opened with a reason', async (privacy, name, path) => {
  const user = userEvent.setup()
  const sent = shown(privacy)
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'asked by phone')
  await user.click(dialog.getByRole('button', { name }))
  await waitFor(() => expect(sent).toEqual([[path, { reason: 'asked by phone' }]]))
})

test.each([
  [false, aClosure()],
  [true, aClosure({ erased_at: '2031-11-25T10:00:00Z' })],
])('without the permission, or once data is erased, nothing is changed', async (mayStop, closure) => {
  shown({ is_closed: true, closures: [closure], exports: [{ id: closure.id, state: 'ready', asked_at: closure.closed_at, expires_at: null }] }, mayStop)
  expect(await screen.findByText(/^Closed by the player/)).toBeDefined()
  expect(screen.getByText('enough')).toBeDefined()
  expect(screen.getByText(/^Copy of data: Ready/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
