import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { Gifts } from './Gifts'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const BONUS = {
  id: '11',
  type: 'NonDeposit',
  title: 'Goodwill',
  stage: 'issued',
  currency: 'EUR',
  amount_cents: 1000,
  amount_wager_cents: 0,
  amount_wager_requirement_cents: 3000,
  sticky: false,
  converted_cents: 0,
  withheld_cents: 0,
  deducted_cents: 0,
  forfeited_cents: 0,
  created_at: '2026-11-24T10:00:00Z',
  activatable_until: '2026-12-01T10:00:00Z',
  valid_until: null,
  finished_at: null,
  ended_by: null,
}
const OFFER = {
  code: 'GOODWILL',
  title: 'Goodwill',
  type: 'NonDeposit',
  wager_multiple: 3,
  activatable_hours: 168,
  freespins_total: 0,
  amounts: [{ currency: 'EUR', amount_cents: 1000, points: null, stake_cents: null }],
}
const WALLET = { currency: 'EUR', cash_cents: 0, held_cents: 0, bonus_cents: 0 }

/** Shows the gifts of player 7; the bodies of the calls that change something. */
function shown(may: { mayGive: boolean; mayEnd: boolean }, bonuses: object[] = [BONUS]) {
  const sent: unknown[] = []
  const gifts = () => HttpResponse.json({ bonuses, freespins: [], versions: {} })
  server.use(
    http.untyped.get('/api/currencies', () => HttpResponse.json([{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }])),
    http.untyped.get('/api/gift-offers', () => HttpResponse.json({ offers: [OFFER] })),
    http.untyped.get('/api/players/7/gifts', gifts),
    http.untyped.post('/api/players/7/gifts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ bonuses, freespins: [], versions: {} }, { status: 201 })
    }),
    http.untyped.post('/api/players/7/gifts/11/cancel', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ error: { code: 'gift_ended', message: '' } }, { status: 409 })
    }),
  )
  server.use(
    http.untyped.post('/api/players/7/gifts/13/hand-over', async ({ request }) => {
      sent.push(await request.json())
      return gifts()
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Gifts player={{ id: 7, wallets: [WALLET] }} {...may} />
    </QueryClientProvider>,
  )
  return sent
}

test('a gift is given within what the offer gives', async () => {
  const user = userEvent.setup()
  const sent = shown({ mayGive: true, mayEnd: false }, [])
  expect(await screen.findByText('No bonuses yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Give a gift' }))
  const dialog = within(await screen.findByRole('dialog'))
  const amount = await dialog.findByLabelText(/^Amount/)
  await user.type(amount, '10.01')
  await user.type(dialog.getByLabelText(/^Reason/), 'A lost evening')
  await user.click(dialog.getByRole('button', { name: 'Give' }))
  expect(await dialog.findByText("The offer doesn't give this much.")).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(amount)
  await user.type(amount, '4.50')
  await user.click(dialog.getByRole('button', { name: 'Give' }))
  await waitFor(() => expect(sent).toEqual([{ offer: 'GOODWILL', currency: 'EUR', amount_cents: 450, reason: 'A lost evening' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a gift that a colleague has ended closes the dialog', async () => {
  const user = userEvent.setup()
  const sent = shown({ mayGive: false, mayEnd: true }, [
    BONUS,
    { ...BONUS, id: '12', title: 'Over', stage: 'canceled', finished_at: '2026-11-24T11:00:00Z', ended_by: 'staff' },
  ])
  await user.click(await screen.findByRole('button', { name: 'End “Goodwill”' }))
  expect(screen.queryByRole('button', { name: 'End “Over”' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Reason/), 'A mistake')
  await user.click(dialog.getByRole('button', { name: 'End' }))
  await waitFor(() => expect(sent).toEqual([{ reason: 'A mistake' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a role that only reads gives and ends nothing', async () => {
  shown({ mayGive: false, mayEnd: false })
  expect(await screen.findByText('Goodwill')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a bonus that is never paid out is marked, and what went back of it told', async () => {
  shown({ mayGive: false, mayEnd: false }, [
    { ...BONUS, sticky: true, stage: 'finished', ended_by: 'wagered', converted_cents: 400, withheld_cents: 250, deducted_cents: 1000 },
  ])
  const row = within(await screen.findByRole('row', { name: /Goodwill/ }))
  expect(row.getByText('Sticky')).toBeTruthy()
  expect(await row.findByText('€4.00')).toBeTruthy()
  expect(row.getByText('€12.50')).toBeTruthy()
})

test('a thing is noted as handed over, and points are counted', async () => {
  const user = userEvent.setup()
  const things = [
    { ...BONUS, id: '13', type: 'Custom', title: 'A watch', amount_cents: 0, activatable_until: null },
    { ...BONUS, id: '14', type: 'XP', title: 'Points', amount_cents: 250 },
  ]
  const sent = shown({ mayGive: true, mayEnd: false }, things)
  expect(await screen.findByText('250 points')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hand “Points” over' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Hand “A watch” over' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Reason/), 'By mail')
  await user.click(dialog.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(sent).toEqual([{ reason: 'By mail' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
