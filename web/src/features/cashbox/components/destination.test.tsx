import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PaymentMethod } from '@/api/types'
import { english } from '@/i18n/english'
import { http } from '@/test/http'
import { FREE, A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const range = { min_cents: 2_000, max_cents: 400_000, step_cents: 1 }
const method = (id: string, type: PaymentMethod['type'], savedProfiles: PaymentMethod['savedProfiles'] = []) => ({
  id,
  currency: 'EUR',
  brand: id,
  provider: 'northpay',
  type,
  title: id,
  savedProfiles,
  image: '',
  recallable: true,
  processingTime: 'instant',
  depositTerms: FREE,
  withdrawalTerms: FREE,
  network: null,
  deposit: range,
  withdrawal: range,
})

let paid: unknown[] = []
let joined: unknown[] = []

beforeEach(() => {
  ;[paid, joined] = [[], []]
  answers('/api/player', { ...A_PLAYER, currency: 'EUR' })
  answers('/api/player/accounts', [{ currency: 'EUR', amount_cents: 90_000, bonus_amount_cents: 0, available_to_cashout_cents: 90_000, active: true }])
  answers('/api/player/stats', [{ currency: 'EUR', deposits_count: 1 }])
  answers('/api/info/currencies', [{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }])
  answers('/api/player/payment_methods', [
    method('skrill', 'wallet', [{ id: 's1', masked: 'a***@example.com', brand: 'skrill', returns_cents: 0 }]),
    method('bank_transfer', 'bank'),
    ...['neosurf', 'flexepin', 'paysafecard', 'cashtocode', 'jeton'].map((id) => method(id, 'voucher')),
  ])
  server.use(
    http.post('/api/users/transaction', () => HttpResponse.json({ decision: 'approve', reason_code: '', id: '1' })),
    http.post('/api/player/groups', async ({ request }) => {
      joined.push(await request.json())
      return HttpResponse.json({ statuses: [] }, { status: 201 })
    }),
    http.untyped.post('/api/player/payments', async ({ request }) => {
      paid.push(await request.json())
      return HttpResponse.json({ error: 'unavailable', message: '' }, { status: 422 })
    }),
  )
})

const cashbox = async () => {
  await show('/withdraw')
  const box = within(await screen.findByRole('dialog', { name: 'Cashier' }))
  await userEvent.type(await box.findByRole('textbox', { name: /^Amount/ }), '50')
  return box
}
const pay = (box: Awaited<ReturnType<typeof cashbox>>) => userEvent.click(box.getByRole('button', { name: 'Withdraw €50.00' }))

test('a payout to a bank goes to a sound IBAN only, and one from Lithuania stops the form', { timeout: 30_000 }, async () => {
  const box = await cashbox()
  await userEvent.click(box.getByRole('radio', { name: /^Bank transfer/ }))
  const iban = box.getByRole('textbox', { name: /^IBAN/ })
  await pay(box)
  expect(box.getByText(english['error.VALIDATION.IBAN.REQUIRED'])).toBeDefined()
  await userEvent.type(iban, 'de89 3704 0044 0532 0130 01')
  expect(box.getByText(english['error.VALIDATION.IBAN.INVALID'])).toBeDefined()
  await userEvent.clear(iban)
  await userEvent.type(iban, 'lt12')
  await pay(box)
  expect(box.getByText(english['error.VALIDATION.IBAN.LT'])).toBeDefined()
  await waitFor(() => expect(joined).toEqual([{ groups: { add: [1101] } }]))
  expect(paid).toEqual([])
  await userEvent.clear(iban)
  await userEvent.type(iban, 'de89 3704 0044 0532 0130 00')
  await pay(box)
  await waitFor(() => expect(paid).toMatchObject([{ payment_method_id: 'bank_transfer', fields: { iban: 'DE89370400440532013000' } }]))
})

test('a payout to a wallet goes to the stored account, and a long list of methods opens on demand', { timeout: 30_000 }, async () => {
  const box = await cashbox()
  expect(box.getByRole('radio', { name: /Skrill a\*\*\*@example\.com/ })).toBeDefined()
  expect(box.queryByRole('radio', { name: /jeton/ })).toBeNull()
  await userEvent.click(box.getByRole('button', { name: 'All 7 payment methods' }))
  expect(box.getByRole('radio', { name: /jeton/ })).toBeDefined()
  await pay(box)
  await waitFor(() => expect(paid).toMatchObject([{ payment_method_id: 'skrill', profile_id: 's1' }]))
})

test('a payout that needs a verified account leads to the page for it, until something is changed', { timeout: 30_000 }, async () => {
  const errors = { amount_cents: [{ code: 'cashout_needs_verification', message: '' }] }
  server.use(http.untyped.post('/api/player/payments', () => HttpResponse.json({ errors }, { status: 422 })))
  const box = await cashbox()
  await pay(box)
  expect(await box.findByText(english['error.cashout_needs_verification'])).toBeDefined()
  const name = english['verification.to_page']
  expect(box.getByRole('link', { name }).getAttribute('href')).toBe('/profile/verification')
  await userEvent.type(box.getByRole('textbox', { name: /^Amount/ }), '1')
  expect(box.queryByRole('link', { name })).toBeNull()
})
