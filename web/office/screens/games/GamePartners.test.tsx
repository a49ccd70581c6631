import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import { meQuery } from '../../api/me'
import type { paths } from '../../api/schema'
import type { GamePartner, Me, Permission } from '../../api/types'
import { english } from '../../i18n/english'
import { GamePartners } from './GamePartners'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const PARTNER: GamePartner = {
  name: 'studio',
  providers: [{ id: 'brassworks', off: null }],
  away_since: null,
  answered: 4,
  asked: 5,
  unsigned: 2,
  failures: [{ at: '2026-01-01T00:00:00Z', call: 'play', code: 110, message: 'The player may not play.', player_id: 7, round: 'r1' }],
}

/** Shows `partners` to somebody who may do these; the bodies of the calls that change something. */
function shown(partners: GamePartner[], ...permissions: Permission[]) {
  const sent: unknown[] = []
  server.use(
    http.get('/api/game-partners', ({ response }) => response(200).json(partners)),
    http.post('/api/game-partners/providers/{id}/off', async ({ params, request, response }) => {
      sent.push({ id: params.id, ...(await request.json()) })
      return response(204).empty()
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(meQuery.queryKey, { permissions } as Me)
  const { container } = render(
    <QueryClientProvider client={client}>
      <GamePartners />
    </QueryClientProvider>,
  )
  return { sent, container, client }
}

test('a partner tells how it does and which calls have failed', async () => {
  const { container } = shown([PARTNER], 'games.read')
  const panel = await screen.findByRole('region', { name: 'Failed calls of studio' })
  expect(within(panel).getByText('4 of 5 calls answered')).toBeDefined()
  expect(within(panel).getByText('2 calls were signed wrongly.')).toBeDefined()
  const row = within(panel).getByRole('row', { name: /The player may not play/ })
  expect(row.textContent).toContain('110')
  expect(within(panel).queryByRole('button')).toBeNull()
  expect(await axeFindings(container)).toEqual([])
})

test('a provider is switched off with a reason', async () => {
  const { sent } = shown([PARTNER], 'games.read', 'games.switch')
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox'), 'wrong payouts')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Switch off' }))
  await waitFor(() => expect(sent).toEqual([{ id: 'brassworks', reason: 'wrong payouts' }]))
})

test('an operator without partners shows nothing', async () => {
  const { container, client } = shown([], 'games.read')
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(container.textContent).toBe('')
})
