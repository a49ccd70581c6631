import { expect, test } from 'vitest'
import { withEarlier } from './messages'

const numbered = (...numbers: number[]) => numbers.map((seq) => ({ seq }))

test('earlier messages stand before the newest, each once', () => {
  expect(withEarlier(numbered(), numbered(4, 5))).toEqual(numbered(4, 5))
  expect(withEarlier(numbered(1, 2, 3), numbered(4, 5))).toEqual(numbered(1, 2, 3, 4, 5))
  expect(withEarlier(numbered(1, 2, 3, 4), numbered(3, 4, 5))).toEqual(numbered(1, 2, 3, 4, 5))
  expect(withEarlier(numbered(1), numbered())).toEqual(numbered(1))
})
