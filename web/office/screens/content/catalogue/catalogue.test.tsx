import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { meQuery } from '../../../api/me'
import type { paths } from '../../../api/schema'
import type { CatalogueDraft, CollectionsView, TitleView } from '../../../api/types'
import { english } from '../../../i18n/english'
import { CollectionsEditor } from './CollectionsPage'
import { moved } from './order'
import { TitleEditor } from './TitlePage'

vi.mock('@tanstack/react-router', async (real) => ({ ...(await real<object>()), Link: ({ children }: { children: ReactNode }) => <span>{children}</span> }))

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const NO_DRAFT: CatalogueDraft = {
  path: 'collections.toml',
  base: 2,
  revision: 0,
  saved_by: null,
  saved_at: null,
  due_at: null,
  fault: null,
  unreadable: null,
  is_own: false,
}
const list = (id: string, title: string, games: string[]): CollectionsView['collections'][number] => ({
  id,
  title,
  family: 'pokies',
  in_menus: true,
  follow: 'popular',
  games,
})
const LISTS: CollectionsView = {
  collections: [list('top', 'Top games', ['a/one', 'a/two']), list('new', 'New', [])],
  titles: [
    { identifier: 'a/one', title: 'One' },
    { identifier: 'a/two', title: 'Two' },
  ],
  draft: NO_DRAFT,
}
const TITLE: TitleView = {
  title: {
    identifier: 'a/one',
    title: 'One',
    released: null,
    categories: ['top'],
    mechanics: [],
    popularity: 3,
    currencies: null,
    demo: true,
    devices: ['mobile', 'desktop'],
    blocked_countries: [],
    enabled: true,
    preview: null,
    rtp: null,
    hit_rate: null,
    volatility: null,
    max_win_x: null,
    badges: [{ type: 'new', theme: 'blue' }],
  },
  picture: '/art/tiles/one-{width}.{format}',
  in_force: null,
  is_delivered: false,
  lists: [{ id: 'top', title: 'Top games' }],
  draft: { ...NO_DRAFT, path: 'catalogue.toml' },
}

function shown(screenOf: ReactNode, permissions: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(meQuery.queryKey, { id: '1', email: 'ann@house.example', name: 'Ann', role: 'editor', permissions } as never)
  render(<QueryClientProvider client={client}>{screenOf}</QueryClientProvider>)
}

test('lists and their games are moved by arrows and keys, and saved in their order', async () => {
  const user = userEvent.setup()
  const saved: unknown[] = []
  server.use(
    http.untyped.post('/api/catalogue/arrange', () =>
      HttpResponse.json({ lists: [{ id: 'top', total: 1, games: [{ identifier: 'a/two', title: 'Two' }] }], fault: null }),
    ),
    http.untyped.post('/api/catalogue/collections', async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json(LISTS)
    }),
  )
  shown(<CollectionsEditor view={LISTS} />, ['content.read', 'content.edit'])
  expect(await screen.findByText('1 game')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Move New up' }))
  const rows = screen.getByRole('list', { name: 'Games that stand first' }).querySelectorAll('li')
  rows[1]?.focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(screen.getByText('Two is number 1.')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Behind them' }), 'nothing')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  const wanted = [list('new', 'New', []), { ...list('top', 'Top games', ['a/two', 'a/one']), follow: 'nothing' }]
  await waitFor(() => expect(saved).toEqual([{ base: 2, revision: 0, collections: wanted }]))
})

test('what cannot be right about a title is told at its field', async () => {
  const user = userEvent.setup()
  server.use(
    http.untyped.get('/api/offer-choices', () => HttpResponse.json({ audience: { countries: ['CA'], groups: [], brands: [], licences: [] } })),
    http.untyped.get('/api/currencies', () => HttpResponse.json([])),
    http.untyped.post('/api/catalogue/title', () =>
      HttpResponse.json({ errors: { released: [{ code: 'VALIDATION.CATALOGUE', message: 'A day is written like 2026-11-05.' }] } }, { status: 422 }),
    ),
  )
  shown(<TitleEditor view={TITLE} />, ['content.read', 'content.edit'])
  await user.type(screen.getByRole('textbox', { name: /Day it came out/ }), 'soon')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('A day is written like 2026-11-05.')).toBeTruthy()
})

test('who has written in the draft leaves its publication to a colleague', async () => {
  server.use(
    http.untyped.get('/api/offer-choices', () => HttpResponse.json({ audience: { countries: [], groups: [], brands: [], licences: [] } })),
    http.untyped.get('/api/currencies', () => HttpResponse.json([])),
    http.untyped.post('/api/content/check', () => HttpResponse.json({ faults: [] })),
  )
  const draft = { ...TITLE.draft, revision: 4, saved_by: 'Ann', saved_at: '2026-11-24T10:00:00Z', is_own: true }
  shown(<TitleEditor view={{ ...TITLE, draft }} />, ['content.read', 'content.edit', 'content.publish'])
  expect(await screen.findByText("You've written in this draft. A colleague has to publish it.")).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Publish' }).hasAttribute('disabled')).toBe(true)
})

test('an entry that has no such place stays', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 0, 2)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 2, 0)).toEqual(['a', 'b'])
})
