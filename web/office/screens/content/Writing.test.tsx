import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { contentQuery } from '../../api/content'
import { meQuery } from '../../api/me'
import type { paths } from '../../api/schema'
import type { ContentDocument, Permission } from '../../api/types'
import { english } from '../../i18n/english'
import { Writing } from './Writing'

// The editor measures its lines, which no page without a window can.
vi.mock('./Editor', () => ({
  Editor: ({ label, text, onChange }: { label: string; text: string; onChange?: (text: string) => void }) => (
    <textarea aria-label={label} defaultValue={text} readOnly={!onChange} onChange={({ target }) => onChange?.(target.value)} />
  ),
}))

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const PATH = 'banners.toml'
const DRAFT = {
  version: 1,
  revision: 1,
  base: 0,
  body: 'mine',
  saved_at: '2026-11-24T10:00:00Z',
  saved_by: 'Ann',
  restores: null,
  due_at: null,
  scheduled_by: null,
  reason: null,
  fault: null,
  is_own: true,
}
const DOCUMENT: ContentDocument = {
  path: PATH,
  group: 'content',
  format: 'toml',
  in_force: { version: 0, body: 'old', published_at: null, published_by: null, reason: null },
  draft: null,
}

function Opened() {
  const { data } = useQuery(contentQuery(PATH))
  return data ? <Writing document={data} /> : null
}

/** Opens the document as `first`, and as `others` when it is asked for again; the bodies of saves, which `answer` answers. */
function opened(
  permissions: Permission[],
  first: ContentDocument,
  answer: () => Response = () => HttpResponse.json({ ...first, draft: DRAFT }),
  faults: object[] = [],
) {
  const saved: unknown[] = []
  const state = { document: first }
  server.use(
    http.untyped.get('/api/content/document', () => HttpResponse.json(state.document)),
    http.untyped.post('/api/content/check', () => HttpResponse.json({ faults })),
    http.untyped.post('/api/content/save', async ({ request }) => {
      saved.push(await request.json())
      return answer()
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(meQuery.queryKey, { id: '1', email: 'ann@house.example', name: 'Ann', role: 'editor', permissions } as never)
  render(
    <QueryClientProvider client={client}>
      <Opened />
    </QueryClientProvider>,
  )
  return { saved, state }
}

test('a text is saved with what its writer has seen', async () => {
  const user = userEvent.setup()
  const { saved, state } = opened(['content.read', 'content.edit'], DOCUMENT)
  const text = await screen.findByRole('textbox', { name: PATH })
  expect(screen.getByRole('button', { name: 'Save draft' }).hasAttribute('disabled')).toBe(true)
  await user.clear(text)
  await user.type(text, 'mine')
  state.document = { ...DOCUMENT, draft: DRAFT }
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(saved).toEqual([{ path: PATH, base: 0, revision: 0, body: 'mine' }]))
  expect(await screen.findByRole('button', { name: 'Discard draft' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
})

test('what a colleague saves meanwhile takes nothing away', async () => {
  const user = userEvent.setup()
  const conflict = () => HttpResponse.json({ error: { code: 'content_changed', message: '' } }, { status: 409 })
  const { saved, state } = opened(['content.read', 'content.edit'], DOCUMENT, conflict)
  const text = await screen.findByRole('textbox', { name: PATH })
  await user.clear(text)
  await user.type(text, 'mine')
  state.document = { ...DOCUMENT, draft: { ...DRAFT, revision: 3, body: 'theirs', saved_by: 'Bo', is_own: false } }
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Bo has changed this document while you were writing.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: PATH })).toHaveProperty('value', 'mine')
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(saved.at(-1)).toEqual({ path: PATH, base: 0, revision: 3, body: 'mine' }))
})

test('a draft with a fault says where, and is not published', async () => {
  const faults = [{ path: PATH, line: 2, message: 'nothing is called so' }]
  opened(['content.read', 'content.edit', 'content.publish'], { ...DOCUMENT, draft: DRAFT }, undefined, faults)
  expect(await screen.findByText(/nothing is called so/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Publish' }).hasAttribute('disabled')).toBe(true)
})

test('what costs money is published by a colleague', async () => {
  opened(['content.read', 'promotions.edit', 'promotions.publish'], { ...DOCUMENT, group: 'promotions', draft: DRAFT })
  expect(await screen.findByText("You've written in this draft. A colleague has to publish it.")).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Publish' }).hasAttribute('disabled')).toBe(true)
})
