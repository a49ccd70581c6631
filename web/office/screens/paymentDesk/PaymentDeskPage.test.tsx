import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../api/schema'
import { currenciesQuery } from '../../api/currencies'
import { meQuery } from '../../api/me'
import type { Me, PaymentDesk, PaymentFees, Permission } from '../../api/types'
import { english } from '../../i18n/english'
import { PaymentDeskPage } from './PaymentDeskPage'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const UNTAKEN = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  partner: 'northpay',
  reference: 'r1',
  status: 'succeeded',
  why: 'mismatch' as const,
  times: 2,
  at: '2026-01-01T00:00:00Z',
}
const DESK: PaymentDesk = {
  partners: [
    { name: 'northpay', away_since: '2026-01-01T00:00:00Z', answered: 1, calls: 6, paid: 30, ended: 40, refused: 2, off: null },
    {
      name: 'meridian',
      away_since: null,
      answered: 0,
      calls: 0,
      paid: 0,
      ended: 0,
      refused: 0,
      off: { by: 'Paul', reason: 'no contract', at: '2026-01-01T00:00:00Z' },
    },
  ],
  methods: [
    { id: 'visa', title: 'Visa', brand: 'visa', partners: ['northpay'], off: null },
    { id: 'pix', title: 'Pix', brand: 'pix', partners: [], off: null },
  ],
  untaken: [UNTAKEN],
}

const FEES: PaymentFees = {
  fees: [
    {
      licence: 'CW',
      method_id: 'visa',
      action: 'cashout',
      currency: 'EUR',
      version: 3,
      terms: { fixed_cents: 100, basis_points: 250, min_cents: 0, max_cents: null, hours: 24 },
      by: 'Paul',
      reason: 'the partner charges',
      at: '2026-01-01T00:00:00Z',
    },
  ],
  licences: ['EE', 'CW'],
  methods: [{ id: 'visa', title: 'Visa', currencies: ['EUR'] }],
}

/** Shows the desk to somebody who may do these; the bodies of the calls that change something. */
function shown(...permissions: Permission[]) {
  const sent: unknown[] = []
  server.use(
    http.get('/api/payment-desk', ({ response }) => response(200).json(DESK)),
    http.get('/api/payment-fees', ({ response }) => response(200).json(FEES)),
    http.post('/api/payment-fees', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(FEES)
    }),
    http.post('/api/payment-desk/methods/{id}/switch', async ({ params, request, response }) => {
      sent.push({ id: params.id, ...(await request.json()) })
      return response(200).json(DESK)
    }),
    http.untyped.post(`/api/payment-desk/untaken/${UNTAKEN.id}/ask`, () => {
      sent.push('asked')
      return HttpResponse.json({ error: { code: 'still_untaken', message: 'No.' } }, { status: 409 })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(currenciesQuery.queryKey, [{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }] as never)
  client.setQueryData(meQuery.queryKey, { permissions } as Me)
  render(
    <QueryClientProvider client={client}>
      <PaymentDeskPage />
    </QueryClientProvider>,
  )
  return sent
}

test('it tells how partners do and who has switched what off', async () => {
  shown('payouts.read')
  const partners = within(await screen.findByRole('table', { name: 'Partners' }))
  expect(partners.getByText('No answers')).toBeDefined()
  expect(partners.getByText('30 of 40 (75 %)')).toBeDefined()
  expect(partners.getByText(/Paul: no contract/)).toBeDefined()
  expect(screen.getByText('No partner: hidden from players')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull()
  expect(await axeFindings(document.body)).toEqual([])
})

test('who may decide switches a way to pay off with a reason', async () => {
  const sent = shown('payouts.read', 'payouts.decide')
  const actions = within(await screen.findByRole('group', { name: 'Actions for Visa' }))
  await userEvent.click(actions.getByRole('button', { name: 'Switch off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch Visa off?' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'the acquirer fails')
  await userEvent.click(dialog.getByRole('button', { name: 'Switch off' }))
  await waitFor(() => expect(sent).toEqual([{ id: 'visa', off: true, reason: 'the acquirer fails' }]))
})

test('a message that is still not taken stays in the list', async () => {
  const sent = shown('payouts.read', 'payouts.decide')
  await userEvent.click(await screen.findByRole('button', { name: 'Ask the partner about r1' }))
  await waitFor(() => expect(sent).toEqual(['asked']))
  expect(screen.getByText("Doesn't fit the payment")).toBeDefined()
})

test('a fee is set as the version after the one that was seen', async () => {
  const sent = shown('payouts.read', 'payouts.decide')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText(/Share/))
  await user.type(dialog.getByLabelText(/Share/), '3')
  await user.type(dialog.getByLabelText(/Reason/), 'a new contract')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        licence: 'CW',
        method_id: 'visa',
        action: 'cashout',
        currency: 'EUR',
        seen_version: 3,
        reason: 'a new contract',
        terms: { fixed_cents: 100, basis_points: 300, min_cents: 0, max_cents: null, hours: 24 },
      },
    ]),
  )
})
