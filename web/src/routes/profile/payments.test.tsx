import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Payment, PaymentReceipt } from '@/api/types'
import { axeFindings } from '@/test/axe'
import { http } from '@/test/http'
import { FREE, A_PLAYER, answers, aPayment, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const WAITING = aPayment({ id: '0199aaaa-0000-7000-8000-000000000001', redirect_url: 'https://partner.example/checkout/1' })

const one = `/api/player/payments/${WAITING.id}` as const

const RECEIPT: PaymentReceipt = {
  id: WAITING.id,
  action: 'deposit',
  state: 'pending',
  amount_cents: 5_000,
  requested_cents: 5_000,
  fee_cents: 0,
  whole_cents: null,
  currency: 'EUR',
  brand: 'visa_mastercard',
  method: 'Visa & Mastercard',
  instrument: '424242******4242',
  error_code: null,
  created_at: WAITING.created_at,
  finished_at: null,
  steps: [{ state: 'pending', at: WAITING.created_at }],
  site_name: 'Borealis',
  support_email: 'help@borealis.example',
  licence: { name: 'Curaçao', company: 'Example Operations N.V.', number: 'EXAMPLE-CW-0000' },
}

beforeEach(() => {
  answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z' })
  answers('/api/player/stats', [])
  answers('/api/player/payments', { data: [WAITING], pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: 1 } })
  answers(one, WAITING)
  answers(`${one}/receipt`, RECEIPT)
})

test('the history has an address of its own, and each payment leads to its detail', async () => {
  const { router } = await show('/profile/payments')
  fireEvent.click(await screen.findByRole('link', { name: /Deposit · Visa/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ payment: WAITING.id }))
  const page = within(await screen.findByRole('region', { name: 'Payment' }))
  expect(await page.findByText(WAITING.id)).toBeDefined()
  // The page leads back by itself and has nothing to close.
  expect(page.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(page.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/profile/payments')
  for (const fact of ['€50.00', 'Visa & Mastercard']) expect(page.getByText(fact)).toBeDefined()
  // Its receipt: by which card, with whom, and every step in words.
  for (const fact of ['•••• 4242', /Borealis · help@/, /EXAMPLE-CW-0000/]) expect(await page.findByText(fact)).toBeDefined()
  expect(page.getAllByText('Pending')).toHaveLength(2)
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  fireEvent.click(page.getByRole('button', { name: 'Print or save' }))
  expect(print).toHaveBeenCalledOnce()
  expect(await axeFindings(document.body)).toEqual([])
})

test('a waiting deposit is offered in its row and above the form that makes another', { timeout: 30_000 }, async () => {
  await show('/profile/payments')
  expect(await screen.findByText('Continue or cancel')).toBeDefined()
  cleanup()
  answers('/api/player/payment_methods', [
    {
      id: 'card',
      currency: 'EUR',
      brand: 'visa_mastercard',
      provider: 'northpay',
      type: 'card',
      title: 'Card',
      savedProfiles: [],
      image: '',
      recallable: true,
      returnsCents: 0,
      processingTime: 'instant',
      depositTerms: FREE,
      withdrawalTerms: FREE,
      network: null,
      deposit: { min_cents: 1_000, max_cents: null, step_cents: 1 },
      withdrawal: { min_cents: 1_000, max_cents: null, step_cents: 1 },
    },
  ])
  const { router } = await show('/deposit')
  fireEvent.click(await screen.findByRole('link', { name: /Your €50\.00 deposit is waiting/ }))
  await waitFor(() => expect(JSON.stringify(router.state.location.search)).toContain(WAITING.id))
})

test('a waiting deposit is canceled after a question', async () => {
  const canceled: Payment = { ...WAITING, state: 'canceled', cancelable: false, redirect_url: null, finished_at: '2026-01-01T12:01:00.000Z' }
  server.use(
    http.post('/api/player/payments/{id}/cancel', () => {
      answers(one, canceled)
      return HttpResponse.json(canceled)
    }),
  )
  await show(`/profile/payments?payment=${WAITING.id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel deposit' }))
  const question = within(await screen.findByRole('dialog', { name: 'Cancel your €50.00 deposit?' }))
  fireEvent.click(question.getByRole('button', { name: 'Cancel deposit' }))
  expect(await screen.findByRole('heading', { name: 'Deposit cancelled' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel deposit' })).toBeNull()
})

test('a waiting deposit is gone on with at the address that the server tells now', async () => {
  const moved = vi.fn()
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, assign: moved })
  server.use(http.post('/api/player/payments/{id}/resume', () => HttpResponse.json({ ...WAITING, redirect_url: 'https://partner.example/checkout/2' })))
  await show(`/profile/payments?payment=${WAITING.id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the payment page' }))
  await waitFor(() => expect(moved).toHaveBeenCalledWith('https://partner.example/checkout/2'))
  vi.restoreAllMocks()
})

test('a withdrawal that a person looks at is not called on its way', async () => {
  const held: Payment = { ...WAITING, action: 'cashout', state: 'reserved', cancelable: false, redirect_url: null }
  answers(one, held)
  answers(`${one}/receipt`, { ...RECEIPT, action: 'cashout', state: 'reserved', steps: [{ state: 'reserved', at: WAITING.created_at }] })
  await show(`/profile/payments?payment=${WAITING.id}`)
  expect(await screen.findByRole('heading', { name: "We're checking your withdrawal" })).toBeDefined()
  expect(screen.queryByText('Your withdrawal is on its way')).toBeNull()
})

test('a payment that could not be asked for is not called unknown, and nobody is asked to pay again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(http.get('/api/player/payments/{id}', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 }), { once: true }))
  await show(`/profile/payments?payment=${WAITING.id}`)
  expect(await screen.findByRole('heading', { name: "We couldn't load this payment" })).toBeDefined()
  expect(screen.queryByRole('heading', { name: "We can't find this payment" })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Waiting for your payment' })).toBeDefined()
})

test('a payment that the player does not have is said to be missing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(http.get('/api/player/payments/{id}', () => HttpResponse.json({ error: { code: 'not_found', message: '' } }, { status: 404 })))
  await show(`/profile/payments?payment=${WAITING.id}`)
  expect(await screen.findByRole('heading', { name: "We can't find this payment" })).toBeDefined()
})

test('a deposit whose page has closed says so', async () => {
  const over: Payment = { ...WAITING, state: 'declined', cancelable: false, redirect_url: null, error_code: 'payment_expired' }
  server.use(http.post('/api/player/payments/{id}/resume', () => HttpResponse.json(over)))
  await show(`/profile/payments?payment=${WAITING.id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the payment page' }))
  expect(await screen.findByText('The payment page of this deposit is closed.')).toBeDefined()
})
