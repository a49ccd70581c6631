import { beforeEach, expect, test, vi } from 'vitest'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

let clock: typeof import('./serverClock')
beforeEach(async () => {
  vi.resetModules()
  clock = await import('./serverClock')
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
})

const at = (aheadMs: number) => new Date(NOW + aheadMs).toUTCString()
const ahead = () => clock.serverNow() - NOW

test.each([
  ['a clock that is right', 0, 100, 0],
  ['less than two seconds', 1_500, 100, 0],
  ['ten minutes ahead', 600_000, 100, 600_000],
  ['ten minutes behind', -600_000, 100, -598_900],
  ['a slow answer from a clock that may be right', -20_000, 25_000, 0],
  ['a slow answer from a clock that is ahead in any case', 20_000, 25_000, 20_000],
])('%s', (_what, aheadMs, tookMs, expected) => {
  clock.noteServerDate(at(aheadMs), NOW - tookMs, NOW)
  expect(ahead()).toBe(expected)
})

test('later answers that agree change nothing, and one of a clock that was put right does', () => {
  clock.noteServerDate(at(600_000), NOW - 100, NOW)
  const known = ahead()
  clock.noteServerDate(at(601_000), NOW - 100, NOW)
  clock.noteServerDate(at(0), NOW - 700_000, NOW)
  clock.noteServerDate('yesterday', NOW, NOW)
  clock.noteServerDate(null, NOW, NOW)
  expect(ahead()).toBe(known)
  clock.noteServerDate(at(0), NOW - 100, NOW)
  expect(ahead()).toBe(0)
})
