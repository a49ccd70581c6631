import { expect, test } from 'vitest'
import type { Payment, PaymentMethod } from '@/api/types'
import { fastDeposit } from './fastDeposit'

const CARD = { id: 'c1', masked: '424242******4242', brand: 'visa', returns_cents: 0 }

const method = (id: string, savedProfiles: PaymentMethod['savedProfiles'] = []) =>
  ({ id, savedProfiles, deposit: { min_cents: 1_000, max_cents: 10_000, step_cents: 500 } }) as unknown as PaymentMethod

const payment = (payment_method_id: string, requested_cents: number, rest: Partial<Payment> = {}) =>
  ({ payment_method_id, requested_cents, action: 'deposit', state: 'succeeded', currency: 'EUR', ...rest }) as Payment

test('the last deposit that was paid by a kept card is repeated', () => {
  const methods = [method('skrill'), method('visa', [CARD])]
  const paid = [
    payment('skrill', 9_000),
    payment('visa', 2_000, { state: 'declined' }),
    payment('visa', 3_000, { currency: 'USD' }),
    payment('visa', 4_000),
    payment('visa', 5_000),
  ]
  expect(fastDeposit(methods, paid, 'EUR')).toEqual({ method: methods[1], profile: CARD, cents: 4_000 })
})

test('an amount that the method does not take any more is not repeated', () => {
  const methods = [method('visa', [CARD])]
  for (const cents of [500, 10_500, 1_250]) expect(fastDeposit(methods, [payment('visa', cents)], 'EUR')?.cents).toBeNull()
  expect(fastDeposit(methods, [], 'EUR')).toEqual({ method: methods[0], profile: CARD, cents: null })
})

test('without a kept card there is nothing to repeat', () => {
  expect(fastDeposit([method('visa')], [payment('visa', 4_000)], 'EUR')).toBeNull()
})
