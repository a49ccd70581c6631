import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentMethod } from '@/api/types'
import { english } from '@/i18n/english'
import { axeFindings } from '@/test/axe'
import { http } from '@/test/http'
import { FREE, A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

// The dialogs are here already, so that no test waits for them to be read.
beforeAll(() => Promise.all([import('@/routes/cashbox/CashboxModal'), import('@/routes/cashbox/WalletsModal')]), 60_000)

const range = (min_cents: number, max_cents: number | null) => ({ min_cents, max_cents, step_cents: 1 })
const CARD = { id: 'c1', masked: '424242******4242', brand: 'visa', returns_cents: 0 }
const method = (id: string, currency: string, type: PaymentMethod['type'], savedProfiles: PaymentMethod['savedProfiles']) => ({
  id,
  currency,
  brand: id,
  provider: 'northpay',
  type,
  title: id,
  savedProfiles,
  image: '',
  recallable: true,
  processingTime: type === 'crypto' ? 'confirmation' : 'instant',
  depositTerms: FREE,
  withdrawalTerms: FREE,
  network: null,
  deposit: range(type === 'crypto' ? 10_000 : 1_000, null),
  withdrawal: range(2_000, null),
})

let paid: unknown[] = []

function playsIn(currency: string) {
  answers('/api/player', { ...A_PLAYER, currency })
  answers(
    '/api/player/accounts',
    ['EUR', 'BTC'].map((code) => ({ currency: code, amount_cents: 0, bonus_amount_cents: 0, available_to_cashout_cents: 0, active: code === currency })),
  )
  answers('/api/player/payment_methods', [currency === 'BTC' ? method('bitcoin', 'BTC', 'crypto', []) : method('visa_mastercard', 'EUR', 'card', [CARD])])
}

beforeEach(() => {
  paid = []
  answers('/api/player/stats', [
    { currency: 'EUR', deposits_count: 1 },
    { currency: 'BTC', deposits_count: 1 },
  ])
  answers('/api/info/currencies', [
    { code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true },
    { code: 'BTC', fiat: false, subunits_to_unit: 100_000_000, enabled: true },
  ])
  answers('/api/player/played_games', { data: [], sums: [], pagination: { current_page: 1, next_page: null, total_pages: 0, total_count: 0 } })
  answers('/api/player/wallet_currencies', ['EUR', 'BTC'])
  answers('/api/info/crypto_exchange_rates', { rates: { BTC: { EUR: '90000' } }, updated_at: '2026-01-01T00:00:00Z' })
  server.use(
    http.post('/api/users/transaction', () => HttpResponse.json({ decision: 'approve', reason_code: '', id: '1' })),
    http.post('/api/player/payments', async ({ request }) => {
      paid.push(await request.json())
      return HttpResponse.json({ error: { code: 'unavailable', message: '' } }, { status: 422 })
    }),
  )
})

const cashbox = async () => within(await screen.findByRole('dialog', { name: 'Cashier' }))

test('bitcoin is typed as everybody writes it, and its worth stands beside it', { timeout: 30_000 }, async () => {
  playsIn('BTC')
  await show('/deposit')
  const box = await cashbox()
  const amount = await box.findByRole('textbox', { name: /^Amount/ })
  await userEvent.type(amount, '0.002')
  expect(await box.findByText(/About €180\.00 today/)).toBeDefined()
  // One unit for all that the dialog says.
  expect(box.getByRole('button', { name: /^Deposit 0\.002.BTC$/ })).toBeDefined()
  expect(box.getByText(/^From 0\.0001.BTC$/)).toBeDefined()
  expect(box.queryByText(/µBTC/, { selector: ':not(button)' })).toBeNull()
  expect(box.queryByText(/^That's/)).toBeNull()
  expect(box.getByText('After 3 confirmations')).toBeDefined()
  await userEvent.click(within(box.getByRole('group', { name: 'Unit' })).getByRole('button', { name: 'µBTC' }))
  expect((amount as HTMLInputElement).value).toBe('2000')
  expect(box.getByText(/^From 100.µBTC$/)).toBeDefined()
  await userEvent.click(box.getByRole('button', { name: /^Deposit 2,000/ }))
  await waitFor(() => expect(paid).toMatchObject([{ currency: 'BTC', amount_cents: 200_000 }]))
})

test('an amount that cannot be read is told while it is typed, one that is plain is not repeated', { timeout: 30_000 }, async () => {
  playsIn('EUR')
  await show('/deposit')
  const box = await cashbox()
  const amount = await box.findByRole('textbox', { name: /^Amount/ })
  await userEvent.type(amount, '1,000')
  expect(await box.findByText("That's €1,000.00.")).toBeDefined()
  await userEvent.clear(amount)
  await userEvent.type(amount, '50')
  await waitFor(() => expect(box.queryByText(/^That's/)).toBeNull())
  await userEvent.type(amount, '.123')
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'), { timeout: 3_000 })
  expect(paid).toEqual([])
})

test('a stored card is charged after a question that names card and amount', { timeout: 30_000 }, async () => {
  playsIn('EUR')
  await show('/deposit')
  const box = await cashbox()
  await userEvent.type(await box.findByRole('textbox', { name: /^Amount/ }), '500')
  const pay = () => userEvent.click(box.getByRole('button', { name: 'Deposit €500.00' }))
  await pay()
  const question = async () => within(await screen.findByRole('dialog', { name: 'Pay €500.00?' }))
  expect((await question()).getByText(english['cashbox.confirm_text'].replace('{amount}', '€500.00').replace('{card}', 'Visa •••• 4242'))).toBeDefined()
  await userEvent.click((await question()).getByRole('button', { name: 'Back' }))
  expect(paid).toEqual([])
  await pay()
  await userEvent.click((await question()).getByRole('button', { name: 'Deposit €500.00' }))
  await waitFor(() => expect(paid).toMatchObject([{ profile_id: 'c1', amount_cents: 50_000 }]))
})

test('who pays with money is told of coins, and one step back from the choice of a wallet leads to the cashbox', { timeout: 30_000 }, async () => {
  playsIn('EUR')
  const { router } = await show('/deposit')
  const box = await cashbox()
  expect(await axeFindings(document.body)).toEqual([])
  await userEvent.click(await box.findByRole('link', { name: /You can pay with Bitcoin too/ }))
  expect(await screen.findByRole('dialog', { name: 'Choose a wallet' })).toBeDefined()
  router.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a wallet' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Cashier' })).toBeDefined()
})

const lastDeposit = {
  id: 'p1',
  action: 'deposit' as const,
  state: 'succeeded' as const,
  amount_cents: 5_000,
  requested_cents: 5_000,
  currency: 'EUR',
  payment_method_id: 'visa_mastercard',
  brand: 'visa',
  created_at: '2026-01-01T00:00:00Z',
}
const paidBefore = (data: (typeof lastDeposit)[]) =>
  answers('/api/player/payments', { data, pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: data.length } })

test('one press repeats the last deposit by the kept card', { timeout: 30_000 }, async () => {
  playsIn('EUR')
  paidBefore([lastDeposit])
  await show('/deposit-fast')
  const box = await cashbox()
  expect(await box.findByText('Visa •••• 4242')).toBeDefined()
  expect(await axeFindings(document.body)).toEqual([])
  await userEvent.click(box.getByRole('button', { name: 'Deposit €50.00' }))
  await waitFor(() => expect(paid).toMatchObject([{ action: 'deposit', payment_method_id: 'visa_mastercard', amount_cents: 5_000, profile_id: 'c1' }]))
  expect(await box.findByRole('alert')).toBeDefined()
  expect(box.getByRole('link', { name: english['cashbox.fast.other'] })).toBeDefined()
})

test('without an answer a press with another wallet is a payment of its own, and one with the same wallet the same', { timeout: 30_000 }, async () => {
  const keys: (string | null)[] = []
  server.use(
    http.untyped.post('/api/player/payments', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })
    }),
  )
  paidBefore([lastDeposit])
  for (const currency of ['EUR', 'BTC', 'EUR']) {
    cleanup()
    playsIn(currency)
    answers('/api/player/payment_methods', [method('visa_mastercard', currency, 'card', [CARD])])
    await show('/deposit-fast')
    const box = await cashbox()
    await userEvent.click(await box.findByRole('button', { name: /^Deposit / }))
    expect(await box.findByRole('alert')).toBeDefined()
  }
  expect(keys[2]).toBe(keys[0])
  expect(keys[1]).not.toBe(keys[0])
})

test('who has kept no card is led to the form', { timeout: 30_000 }, async () => {
  playsIn('EUR')
  paidBefore([lastDeposit])
  answers('/api/player/payment_methods', [method('visa_mastercard', 'EUR', 'card', [])])
  await show('/deposit-fast')
  const box = await cashbox()
  expect(await box.findByRole('textbox', { name: /^Amount/ })).toBeDefined()
})
