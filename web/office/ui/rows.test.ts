import { expect, test } from 'vitest'
import { nextRow } from './rows'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['ArrowUp', 0, 3, 0],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 1, 3, null],
  ['ArrowDown', -1, 3, null],
] as const)('%s at row %i of %i leads to %s', (key, place, count, expected) => {
  expect(nextRow(key, place, count)).toBe(expected)
})
