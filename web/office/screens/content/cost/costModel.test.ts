import { expect, test } from 'vitest'
import { chance, isEstimated, isNoHundred } from './costModel'

test('it is known what can be estimated', () => {
  expect(['lootboxes.toml', 'adventures.toml', 'statuses.toml'].map(isEstimated)).toEqual([true, true, true])
  expect(isEstimated('banners.toml')).toBe(false)
})

test('weights that are no percentages are told', () => {
  expect([100, 1000, 10000].map(isNoHundred)).toEqual([false, false, false])
  expect([99, 101, 10, 1001, 0].map(isNoHundred)).toEqual([true, true, true, true, true])
})

test('a chance is the part of all weights', () => {
  expect([chance(1, 3), chance(0, 10), chance(4000, 10000), chance(0, 0)]).toEqual(['33.33', '0.00', '40.00', '0.00'])
})
