import { expect, test } from 'vitest'
import { timeToRecall } from './recall'

const CREATED = Date.parse('2026-01-01T12:00:00.000Z')
const payout = (change: object = {}) => ({
  recallable: true,
  recallable_until: '2026-01-01T12:00:10.000Z',
  created_at: '2026-01-01T12:00:00.000Z',
  ...change,
})

test.each([
  [0, { seconds: 10, share: 1 }],
  [2_500, { seconds: 8, share: 0.75 }],
  [9_999, { seconds: 1, share: 0.0001 }],
  [10_000, null],
  [60_000, null],
])('after %d ms there is left: %j', (ms, left) => {
  expect(timeToRecall(payout(), CREATED + ms)).toEqual(left)
})

test('a device whose clock is behind shows no more than the whole time', () => {
  expect(timeToRecall(payout(), CREATED - 5_000)).toEqual({ seconds: 15, share: 1 })
})

test('one that is held has no end set, one that is sent cannot be taken back', () => {
  expect(timeToRecall(payout({ recallable_until: null }), CREATED)).toBe('open')
  expect(timeToRecall(payout({ recallable: false }), CREATED)).toBeNull()
})
