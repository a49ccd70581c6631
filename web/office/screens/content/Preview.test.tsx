import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOpenApiHttp } from 'openapi-msw'
import { setMessages } from '@/i18n/messages'
import { CONTENT } from '../../api/content'
import type { paths } from '../../api/schema'
import type { ContentDocument } from '../../api/types'
import { english } from '../../i18n/english'
import { Preview } from './Preview'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const DOCUMENT = { path: 'pages.toml', group: 'content', format: 'toml', draft: { revision: 1 } } as ContentDocument

test('a preview follows the drafts that it shows, under a key for each choice', async () => {
  const user = userEvent.setup()
  const sent: { key: string | null; body: unknown }[] = []
  let revision = 3
  server.use(
    // Asked after an answer that is none, to learn whether the server is there.
    http.untyped.get('/client-context', () => HttpResponse.json({})),
    http.untyped.get('/api/content', () => HttpResponse.json({ documents: [{ path: 'menus.toml', group: 'content', state: 'draft', revision }] })),
    http.untyped.post('/api/content/preview', async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
      return new HttpResponse(null, { status: 503 })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  render(
    <QueryClientProvider client={client}>
      <Preview document={DOCUMENT} />
    </QueryClientProvider>,
  )
  const open = async (count: number) => {
    const button = screen.getByRole('button', { name: 'Open preview' })
    await user.click(button)
    await waitFor(() => expect(sent).toHaveLength(count))
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  }
  await user.click(await screen.findByRole('checkbox', { name: 'menus.toml' }))
  await open(1)
  revision = 4
  await act(() => client.invalidateQueries({ queryKey: CONTENT }))
  await open(2)
  const documents = (menus: number) => ({
    documents: [
      { path: 'pages.toml', revision: 1 },
      { path: 'menus.toml', revision: menus },
    ],
  })
  expect(sent.map(({ body }) => body)).toEqual([documents(3), documents(4)])
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
  expect(screen.queryByText(english['together.changed'] ?? '')).toBeNull()
})
