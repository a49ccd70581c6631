import { expect, test } from 'vitest'
import { isFree } from '@/i18n/paymentFee'
import { FREE } from '@/test/server'
import { feeOn } from './terms'

test.each([
  ['nothing', FREE, 10_000, 0],
  ['a fixed part', { ...FREE, fixed_cents: 50 }, 10_000, 50],
  ['a share beside it', { ...FREE, fixed_cents: 50, basis_points: 250 }, 10_000, 300],
  ['to the nearest subunit, down', { ...FREE, basis_points: 250 }, 19, 0],
  ['to the nearest subunit, up', { ...FREE, basis_points: 250 }, 20, 1],
  ['no less than its least', { ...FREE, basis_points: 250, min_cents: 100 }, 1_000, 100],
  ['no more than its most', { ...FREE, basis_points: 250, max_cents: 500 }, 1_000_000, 500],
  ['an amount beyond what a product of numbers holds', { ...FREE, basis_points: 9_999 }, 9_007_199_254_740_991, 9_006_298_534_815_517],
])('a fee is %s', (_, terms, amount, fee) => {
  expect(feeOn(terms, amount)).toBe(fee)
})

test('what only takes time is free', () => {
  expect([isFree(FREE), isFree({ ...FREE, hours: 24 }), isFree({ ...FREE, min_cents: 1 })]).toEqual([true, true, false])
})
