import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { SharedDevices } from './SharedDevicesPage'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const player = (id: number) => ({ id, email: 'j***@e***.com', name: null, country: 'CA', verified: false, stops: [] })
const SHARED = { player: player(9), other: player(4), kind: 'browser', seen_at: '2026-11-24T10:00:00Z', verdict: null }

/** Shows the pair of players that waits; the bodies of the decisions. */
function shown() {
  const sent: unknown[] = []
  server.use(
    http.untyped.get('/api/me', () => HttpResponse.json({ id: 'm1', name: 'Rita', permissions: ['players.read', 'players.stop'] })),
    http.untyped.get('/client-context', () => HttpResponse.json({})),
    http.untyped.get('/api/shared-devices', () => HttpResponse.json({ shared: sent.length > 0 ? [] : [SHARED], next: null })),
    http.untyped.post('/api/shared-devices/9/4', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(SHARED)
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => <SharedDevices state="waiting" /> })
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return sent
}

test('of one person the mark and the stop are proposed, and either may be left out', async () => {
  const user = userEvent.setup()
  const sent = shown()
  expect(await screen.findByText('signed up in the same browser')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Same person' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('checkbox', { name: 'Close the account of #9' }))
  await user.type(dialog.getByLabelText(/^Reason/), 'One birthday')
  await user.click(dialog.getByRole('button', { name: 'Same person' }))
  await waitFor(() => expect(sent).toEqual([{ same_person: true, marks: true, stops: false, reason: 'One birthday' }]))
  expect(await screen.findByText('Nobody waits')).toBeTruthy()
})

test('other people are neither marked nor stopped', async () => {
  const user = userEvent.setup()
  const sent = shown()
  await user.click(await screen.findByRole('button', { name: 'Other people' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.type(dialog.getByLabelText(/^Reason/), 'A family')
  await user.click(dialog.getByRole('button', { name: 'Other people' }))
  await waitFor(() => expect(sent).toEqual([{ same_person: false, marks: false, stops: false, reason: 'A family' }]))
})
