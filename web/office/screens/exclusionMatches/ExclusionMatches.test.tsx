import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import type { ExclusionMatch } from '../../api/types'
import { english } from '../../i18n/english'
import { ExclusionMatches } from './ExclusionMatchesPage'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const player = (id: number) => ({ id, email: 'j***@e***.com', name: null, country: 'CA', verified: false, stops: [] }) as unknown as ExclusionMatch['excluded']

const REFUSED: ExclusionMatch = {
  id: 'm1',
  at: '2026-11-24T10:00:00Z',
  excluded: player(4),
  player: null,
  fields: ['email', 'mobile_phone'],
  outcome: 'sign_up_refused',
  excluded_until: null,
  cleared_at: null,
}

function shown(of: 'sign_ups' | 'accounts', matches: ExclusionMatch[]) {
  server.use(
    http.untyped.get('/api/me', () => HttpResponse.json({ id: 'm1', name: 'Rita', permissions: ['players.read', 'players.stop'] })),
    http.untyped.get('/client-context', () => HttpResponse.json({})),
    http.untyped.get('/api/exclusion-matches', ({ request }) => {
      expect(new URL(request.url).searchParams.get('of')).toBe(of)
      return HttpResponse.json({ matches, next: null })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => <ExclusionMatches of={of} /> })
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('a refused sign-up tells whom it was taken for and by what', async () => {
  shown('sign_ups', [REFUSED])
  expect(await screen.findByText('Mailbox, Phone')).toBeTruthy()
  expect(screen.getByText('Sign-up refused')).toBeTruthy()
  expect(screen.getByText("Until it's lifted")).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Account' })).toBeNull()
})

test('an account tells what came of it, and that staff told the two apart', async () => {
  const asked: ExclusionMatch = { ...REFUSED, player: player(9), fields: ['mobile_phone'], outcome: 'documents_asked', cleared_at: '2026-11-25T10:00:00Z' }
  shown('accounts', [asked])
  expect(await screen.findByText('Documents asked for')).toBeTruthy()
  expect(screen.getByText(/^Told apart/)).toBeTruthy()
})

test('nothing is said to be so', async () => {
  shown('sign_ups', [])
  expect(await screen.findByText('No sign-up was refused')).toBeTruthy()
})
