import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../api/schema'
import { meQuery } from '../../api/me'
import type { BrandState, Me, Permission } from '../../api/types'
import { english } from '../../i18n/english'
import { Maintenance } from './Maintenance'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const OPEN: BrandState = { id: 'borealis', name: 'Borealis', closed: null }
const CLOSED: BrandState = { id: 'marina', name: 'Marina', closed: { by: 'Ada', reason: 'new floor', at: '2026-01-01T00:00:00Z' } }

/** Shows the sites to somebody who may do these; what is sent to close them. */
function shown(...permissions: Permission[]) {
  let brands = [OPEN, CLOSED]
  const sent: unknown[] = []
  server.use(
    http.get('/api/maintenance', ({ response }) => response(200).json(brands)),
    http.post('/api/maintenance/{brand}/close', async ({ params, request, response }) => {
      sent.push({ brand: params.brand, ...(await request.json()) })
      brands = [{ ...OPEN, closed: CLOSED.closed }, CLOSED]
      return response(204).empty()
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(meQuery.queryKey, { permissions } as Me)
  const { container } = render(
    <QueryClientProvider client={client}>
      <Maintenance />
    </QueryClientProvider>,
  )
  return { sent, container }
}

test('it tells which sites are closed, by whom and why', async () => {
  const { container } = shown()
  expect(await screen.findByText(/Ada: new floor/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  expect(await axeFindings(container)).toEqual([])
})

test('a site is closed with a reason', async () => {
  const { sent } = shown('maintenance.switch')
  const user = userEvent.setup()
  const actions = await screen.findByRole('group', { name: 'Actions for Borealis' })
  await user.click(within(actions).getByRole('button', { name: 'Close for maintenance' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close Borealis for maintenance?' })
  await user.type(within(dialog).getByRole('textbox'), 'moving house')
  await user.click(within(dialog).getByRole('button', { name: 'Close for maintenance' }))
  await waitFor(() => expect(sent).toEqual([{ brand: 'borealis', reason: 'moving house' }]))
  await waitFor(() => expect(screen.getAllByText('Closed')).toHaveLength(2))
})
