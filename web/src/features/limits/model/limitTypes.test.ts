import { expect, test } from 'vitest'
import { LIMIT_TYPES, pauseEnd, periodText, typeText, type LimitPeriod } from './limitTypes'

test.each<[string, LimitPeriod, string | null]>([
  ['2026-01-31T10:00:00Z', 'day', '2026-02-01T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', 'day_3', '2026-02-03T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', 'week', '2026-02-07T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', 'month', '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', 'month_3', '2026-04-30T10:00:00.000Z'],
  ['2026-12-31T23:00:00Z', 'month_6', '2027-06-30T23:00:00.000Z'],
  ['2028-02-29T10:00:00Z', 'month_12', '2029-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', 'forever', null],
])('a pause that begins %s for %s ends %s, as the server counts it', (from, period, end) => {
  expect(pauseEnd(period, Date.parse(from))?.toISOString() ?? null).toBe(end)
})

test('every type and period has a name, and one that nobody knows is shown by its code', () => {
  for (const { type, periods } of LIMIT_TYPES) {
    expect(typeText(type)).not.toBe(type)
    for (const period of periods) expect(periodText(period)).not.toBe(period)
  }
  expect([typeText('x'), periodText('year')]).toEqual(['x', 'year'])
})
