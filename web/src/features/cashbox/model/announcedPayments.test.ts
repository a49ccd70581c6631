import { expect, test, vi } from 'vitest'
import type { Payment } from '@/api/types'
import { isCanceledDeposit, isNews, markAnnounced, readAnnounced, withAnnounced } from './announcedPayments'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const canceled: Payment = {
  id: 'p1',
  action: 'deposit',
  state: 'canceled',
  amount_cents: 5000,
  requested_cents: 5000,
  fee_cents: 0,
  confirmations: 0,
  confirmations_needed: 0,
  currency: 'EUR',
  brand: 'visa_mastercard',
  payment_method_id: 'visa_mastercard',
  recallable: false,
  recallable_until: null,
  cancelable: false,
  created_at: '2026-03-01T11:50:00.000Z',
  finished_at: '2026-03-01T11:55:00.000Z',
  redirect_url: null,
  error_code: null,
}

test.each([
  ['a deposit canceled 300 s ago', {}, true],
  ['a deposit canceled 301 s ago', { finished_at: '2026-03-01T11:54:59.000Z' }, false],
  ['a canceled payout', { action: 'cashout' }, false],
  ['a declined deposit', { state: 'declined' }, false],
  ['a deposit that has not ended', { finished_at: null }, false],
] as const)('%s is told after a reload: %s', (_, change, expected) => {
  const payment: Payment = { ...canceled, ...change }
  expect(isCanceledDeposit(payment) && isNews(payment, NOW, {})).toBe(expected)
})

test('it is told once', () => {
  expect(isNews(canceled, NOW, withAnnounced({}, 'p1', NOW))).toBe(false)
})

test('what is no news any more is forgotten', () => {
  expect(withAnnounced({ old: NOW - 300_001, recent: NOW - 1000 }, 'p1', NOW)).toEqual({ recent: NOW - 1000, p1: NOW })
})

test.each(['', 'null', '{', '7'])('unreadable storage "%s" counts as nothing', (text) => {
  expect(readAnnounced(text)).toEqual({})
})

test('a browser that keeps nothing is told once all the same', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)
  expect(isNews(canceled, NOW, readAnnounced())).toBe(true)
  markAnnounced('p1', NOW)
  expect(isNews(canceled, NOW, readAnnounced())).toBe(false)
})
