import { expect, test } from 'vitest'
import { heightOf, labelled, scaleOf } from './scale'

test.each([
  [[0, 37], 0, 40],
  [[120, 980], 0, 1000],
  [[-30, 90], -50, 100],
  [[-5, -1], -6, 0],
  [[], 0, 1],
  [[0, 0], 0, 1],
])('%o stands between round ends', (values, low, high) => {
  const scale = scaleOf(values)
  expect([scale.low, scale.high]).toEqual([low, high])
  expect(scale.lines.includes(0)).toBe(true)
  for (const value of values) expect(heightOf(scale, value)).toBeGreaterThanOrEqual(0)
  for (const value of values) expect(heightOf(scale, value)).toBeLessThanOrEqual(1)
})

test('the ends are labelled whatever is left out', () => {
  expect(labelled(3, 5)).toEqual([0, 1, 2])
  expect(labelled(31, 4)).toEqual([0, 10, 20, 30])
  expect(labelled(0, 4)).toEqual([])
})
