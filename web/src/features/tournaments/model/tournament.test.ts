import { describe, expect, test } from 'vitest'
import { multipleText, pointsText, prizeOf, statusAt, timerOf } from './tournament'

const TIMES = { start_at: '2026-01-01T00:00:00.000Z', end_at: '2026-01-02T00:00:00.000Z' }
const START = Date.parse(TIMES.start_at)
const END = Date.parse(TIMES.end_at)

describe('a tournament stands where the clock says', () => {
  test.each([
    [START - 1, 'future', TIMES.start_at],
    [START, 'active', TIMES.end_at],
    [END - 1, 'active', TIMES.end_at],
    [END, 'archive', undefined],
  ])('at %d it is %s', (now, status, countedTo) => {
    expect(statusAt(TIMES, now)).toBe(status)
    expect(timerOf(TIMES, now)?.end_at).toBe(countedTo)
  })
})

test('a place has the prize of its band', () => {
  const prizes = [
    { from: 1, to: 1, amount_cents: 500, display_amount_cents: null, gift: null },
    { from: 2, to: 4, amount_cents: 100, display_amount_cents: null, gift: null },
  ]
  expect([1, 2, 4, 5].map((place) => prizeOf({ prizes }, place)?.amount_cents)).toEqual([500, 100, 100, undefined])
})

test.each([
  [360, 'en', '3.60×'],
  [500, 'en', '5×'],
  [1_234_50, 'de', '1.234,50×'],
])('%d hundredths in %s are %s', (hundredths, locale, text) => {
  expect(multipleText(hundredths, locale)).toBe(text)
})

test('points are written as the strategy has them', () => {
  expect(pointsText({ strategy: { kind: 'best_multiplier' } }, 250, 'en')).toBe('2.50×')
  expect(pointsText({ strategy: { kind: 'sum_of_bets' } }, 12_345, 'en')).toBe('12,345')
})
