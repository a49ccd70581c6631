import { expect, test } from 'vitest'
import { abVariant, affiliateTags } from './affiliates'

test('tags are read from their cookies', () => {
  expect(affiliateTags({ cookie: 'affb_id=a1; other=x; stag=s%201' })).toEqual({ affb_id: 'a1', stag: 's 1' })
  expect(affiliateTags({ cookie: '' })).toEqual({})
})

test.each([
  ['abce', undefined, 0],
  ['abcf', undefined, 1],
  ['ABCF', undefined, 1],
  ['a1-xyz', undefined, 1],
  ['xyz', undefined, 0],
  ['b', 10, 1],
  [undefined, 11, 1],
  [undefined, 10, 0],
  [undefined, undefined, 0],
])('affiliate %s, player %s: variant %d', (affiliate, player, variant) => {
  expect(abVariant(affiliate, player)).toBe(variant)
})

test("a number's last hex digit has the parity of its last decimal digit as it is written", () => {
  for (let id = 0; id < 2_000; id += 1) expect(abVariant(undefined, id)).toBe(id % 2)
})
