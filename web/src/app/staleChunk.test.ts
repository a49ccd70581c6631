import { expect, test } from 'vitest'
import { mayReload } from './staleChunk'

const HOUR_MS = 60 * 60_000

test.each([
  [null, 0, true],
  ['0', HOUR_MS, false],
  ['0', HOUR_MS + 1, true],
])('reloaded at %s, now %d: reload %s', (reloadedAt, now, expected) => {
  expect(mayReload(reloadedAt, now)).toBe(expected)
})
