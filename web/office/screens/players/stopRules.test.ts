import { expect, test } from 'vitest'
import { endOf, liftable } from './stopRules'

test('what a player has asked for is not lifted by staff', () => {
  expect(liftable(['operator', 'exclusion', 'cooling_off', 'fraud', 'verification', 'register_silent'])).toEqual(['operator', 'fraud', 'verification'])
  expect(liftable(['register'])).toEqual(['register'])
})

test.each([
  ['open', null],
  ['day', '2026-11-24T10:00:00.000Z'],
  ['week', '2026-11-30T10:00:00.000Z'],
  ['month', '2026-12-23T10:00:00.000Z'],
] as const)('a stop for %s ends %s', (lasting, end) => {
  expect(endOf(lasting, Date.parse('2026-11-23T10:00:00Z'))).toBe(end)
})
