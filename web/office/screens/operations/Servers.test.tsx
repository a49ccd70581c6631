import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../api/schema'
import type { RunningServer } from '../../api/types'
import { english } from '../../i18n/english'
import { Servers } from './Servers'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const HERE: RunningServer = {
  id: 'a',
  is_this: true,
  version: '0.1.0',
  listen: '10.0.0.1:8080',
  since: '2026-01-01T00:00:00Z',
  seen_at: '2026-01-02T00:00:00Z',
  is_gone: false,
  sockets: 1200,
  memory: 209_715_200,
  failing: ['mails'],
  leases: 14,
  behind: 3,
}
const GONE: RunningServer = { ...HERE, id: 'b', is_this: false, listen: '10.0.0.2:8080', is_gone: true, memory: null, failing: [], leases: 0, behind: 0 }

test('each server tells how it does, and one that is silent is gone', async () => {
  server.use(http.get('/api/servers', ({ response }) => response(200).json([HERE, GONE])))
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Servers />
    </QueryClientProvider>,
  )
  const here = within(await screen.findByRole('row', { name: /10\.0\.0\.1/ }))
  for (const text of [/this one/, 'There', 'This work fails: mails', '1,200', '200 MiB', '14']) expect(here.getByText(text)).toBeDefined()
  const gone = within(screen.getByRole('row', { name: /10\.0\.0\.2/ }))
  expect(gone.getByText('Gone')).toBeDefined()
  expect(gone.queryByText(/this one/)).toBeNull()
  expect(await axeFindings(container)).toEqual([])
})
