import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { components, paths } from '../../api/schema'
import type { PlayerPage } from '../../api/types'
import { english } from '../../i18n/english'
import { Limits } from './Limits'
import { capOf, periodsOf, readMinutes } from './limitRules'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const PLAYER = { id: 7, wallets: [{ currency: 'EUR', cash_cents: 0, held_cents: 0, bonus_cents: 0 }] }

type Limit = PlayerPage['limits'][number]

const AT = '2026-01-02T12:00:00.000Z'

/** Shows the limits of player 7; the bodies of the calls that set one. `refusal` is the code that each is refused with. */
function shown(mayLimit: boolean, refusal?: string, limits: Limit[] = []) {
  const sent: unknown[] = []
  server.use(
    http.untyped.get('/api/currencies', () => HttpResponse.json([{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }])),
    http.untyped.post('/api/players/7/limits', async ({ request }) => {
      sent.push(await request.json())
      return refusal ? HttpResponse.json({ error: { code: refusal, message: '' } }, { status: 409 }) : new HttpResponse(null, { status: 204 })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Limits player={{ ...PLAYER, limits }} mayLimit={mayLimit} />
    </QueryClientProvider>,
  )
  return sent
}

async function opened(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Set a limit' }))
  return within(await screen.findByRole('dialog'))
}

test('who may not set limits only sees them', () => {
  shown(false)
  expect(screen.getByText('The player has none.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a limit counts money of each wallet, or minutes', async () => {
  // As the server writes them: fields of the other kind are absent.
  const accounts = (of: components['schemas']['LimitAccount'][]) => of as Limit['accounts']
  const limit: Omit<Limit, 'id' | 'type' | 'accounts'> = { period: 'day', status: 'active', reached: false, created_at: AT, active_until: null, changes: [] }
  const limits: Limit[] = [
    { ...limit, id: 's', type: 'session', accounts: accounts([{ amount_minutes: 60, current_value_minutes: 15, resets_at: AT }]) },
    { ...limit, id: 'd', type: 'deposit', accounts: accounts([{ currency: 'EUR', amount_cents: 5_000, current_value_amount_cents: 1_000, resets_at: AT }]) },
  ]
  shown(false, undefined, limits)
  expect(screen.getByText('15 of 60 minutes')).toBeTruthy()
  expect(await screen.findByText('€50.00')).toBeTruthy()
  expect(screen.queryByText(/undefined/)).toBeNull()
})

test('a limit on deposits is sent with its wallet', async () => {
  const user = userEvent.setup()
  const sent = shown(true)
  const dialog = await opened(user)
  await user.type(dialog.getByLabelText(/^Reason/), 'On the phone')
  await user.click(dialog.getByRole('button', { name: 'Set the limit' }))
  expect(await dialog.findByText('Type an amount above zero.')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Amount/), '50')
  await user.click(dialog.getByRole('button', { name: 'Set the limit' }))
  await waitFor(() => expect(sent).toEqual([{ type: 'deposit', period: 'day', currency: 'EUR', amount_cents: 5_000, reason: 'On the phone' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a cooling-off has no amount', async () => {
  const user = userEvent.setup()
  const sent = shown(true)
  const dialog = await opened(user)
  await user.click(dialog.getByRole('button', { name: /Limit on/ }))
  await user.click(await screen.findByRole('option', { name: 'Cooling-off' }))
  expect(dialog.queryByLabelText(/^Amount/)).toBeNull()
  await user.type(dialog.getByLabelText(/^Reason/), 'On the phone')
  await user.click(dialog.getByRole('button', { name: 'Set the limit' }))
  await waitFor(() => expect(sent).toEqual([{ type: 'coolingoff', period: 'day', reason: 'On the phone' }]))
})

test('why a looser limit is refused stands in the dialog', async () => {
  const user = userEvent.setup()
  shown(true, 'limit_not_stricter')
  const dialog = await opened(user)
  await user.type(dialog.getByLabelText(/^Amount/), '900')
  await user.type(dialog.getByLabelText(/^Reason/), 'On the phone')
  await user.click(dialog.getByRole('button', { name: 'Set the limit' }))
  expect(await dialog.findByText(/The limit that holds is as strict/)).toBeTruthy()
})

test('each type has its cap and its periods', () => {
  expect([capOf('loss'), capOf('session'), capOf('coolingoff')]).toEqual(['money', 'minutes', null])
  expect([periodsOf('wager').length, periodsOf('coolingoff').length]).toEqual([3, 4])
  expect([readMinutes(' 60 '), readMinutes('0'), readMinutes('1.5'), readMinutes('')]).toEqual([60, null, null, null])
})
