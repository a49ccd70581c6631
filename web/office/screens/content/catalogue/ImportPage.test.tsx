import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { ImportPreview } from '../../../api/types'
import { english } from '../../../i18n/english'
import { Importing } from './ImportPage'

vi.mock('@tanstack/react-router', async (real) => ({ ...(await real<object>()), Link: ({ children }: { children: ReactNode }) => <span>{children}</span> }))

const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const NONE = { total: 0, games: [] }
const PREVIEW: ImportPreview = {
  digest: 'abc',
  new: { total: 201, games: [{ identifier: 'acme/one', title: 'One', fields: [] }] },
  changed: { total: 1, games: [{ identifier: 'acme/two', title: 'Two', fields: ['title', 'rtp'] }] },
  gone: NONE,
  same: 3,
  refused: [],
  refused_total: 0,
  left_out: ['accent'],
  draft: { path: 'catalogue.toml', base: 1, revision: 0, saved_by: null, saved_at: null, due_at: null, fault: null, unreadable: null, is_own: false },
}

/** Chooses a list whose preview is `preview`; the addresses that were called. */
async function chosen(preview: ImportPreview) {
  const called: string[] = []
  const note = (request: Request) => void called.push(new URL(request.url).pathname + new URL(request.url).search)
  server.use(
    http.post('/api/catalogue/import', ({ request }) => {
      note(request)
      return HttpResponse.json(preview)
    }),
    http.post('/api/catalogue/import/take', ({ request }) => {
      note(request)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={client}>
      <Importing partners={[{ name: 'studio', providers: ['acme'] }]} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: /Whose list/ }), 'studio')
  await user.click(screen.getByRole('checkbox', { name: /every game/ }))
  await user.upload(screen.getByLabelText('List of games: Choose a list'), new File(['identifier'], 'games.csv', { type: 'text/csv' }))
  await screen.findByRole('heading', { name: 'What games.csv changes' })
  return { called, container, user }
}

test('a list is looked at, and then taken over as it was seen', async () => {
  const { called, container, user } = await chosen(PREVIEW)
  expect(screen.getByText('title, rtp')).toBeDefined()
  expect(screen.getByText('and 200 more')).toBeDefined()
  expect(screen.getByText(/left out: accent/)).toBeDefined()
  expect(await axeFindings(container)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Take over into the draft' }))
  await waitFor(() => expect(called).toHaveLength(2))
  expect(called[0]).toBe('/api/catalogue/import?format=csv&partner=studio&whole=true')
  expect(called[1]).toContain('digest=abc')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'What games.csv changes' })).toBeNull())
})

test('what a colleague has changed meanwhile is looked at anew', async () => {
  const { called, user } = await chosen(PREVIEW)
  const refusal = { error: { code: 'import_changed', message: 'Changed.', request_id: 'a' } }
  const now = { ...PREVIEW, digest: 'def', left_out: ['placeholder'] }
  server.use(
    http.post('/api/catalogue/import/take', () => HttpResponse.json(refusal, { status: 409 }), { once: true }),
    http.post('/api/catalogue/import', () => HttpResponse.json(now)),
  )
  await user.click(screen.getByRole('button', { name: 'Take over into the draft' }))
  expect(await screen.findByText(/left out: placeholder/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Take over into the draft' }))
  await waitFor(() => expect(called.at(-1)).toContain('digest=def'))
})

test('a row that cannot be taken keeps the whole list out', async () => {
  await chosen({ ...PREVIEW, refused: [{ line: 7, identifier: null, reason: 'missing field `title`' }], refused_total: 1 })
  expect(screen.getByText('missing field `title`')).toBeDefined()
  expect(screen.getByText(/Nothing is taken over/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Take over into the draft' }).hasAttribute('disabled')).toBe(true)
})
