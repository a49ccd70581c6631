import { expect, test } from 'vitest'
import { nextWaiting, viewerKey, zoomed } from './zoom'

test.each([
  [1, 'in', 1.5],
  [1, 'out', 0.75],
  [4, 'in', 4],
  [0.5, 'out', 0.5],
] as const)('from %d %s to %d', (now, towards, expected) => {
  expect(zoomed(now, towards)).toBe(expected)
})

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test.each([
  [{ ...plain, key: 'a' }, 'approve'],
  [{ ...plain, key: 'R' }, 'reject'],
  [{ ...plain, key: '+' }, 'in'],
  [{ ...plain, key: 'x' }, null],
  // The browser's own: everything marked, the page loaded anew.
  [{ ...plain, key: 'a', ctrlKey: true }, null],
  [{ ...plain, key: 'r', metaKey: true }, null],
])('the key of %j', (event, expected) => {
  expect(viewerKey(event)).toBe(expected)
})

test.each([
  [['a', 'b', 'c'], 'a', 'b'],
  [['a', 'b', 'c'], 'c', 'a'],
  [['a', 'b'], 'gone', 'a'],
  [['a'], 'a', null],
  [[], 'a', null],
])('of %j the one after %s is %s', (ids, id, expected) => {
  expect(
    nextWaiting(
      ids.map((one) => ({ id: one })),
      id,
    ),
  ).toBe(expected)
})
