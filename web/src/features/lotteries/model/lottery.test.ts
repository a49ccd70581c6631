import { expect, test } from 'vitest'
import { statusAt, timerOf, type Status } from './lottery'

const TIMES = { status: 'future' as Status, start_at: '2026-01-02T00:00:00.000Z', end_at: '2026-01-03T00:00:00.000Z' }

test.each<[string, Status, string | undefined]>([
  ['2026-01-01T23:59:59Z', 'future', TIMES.start_at],
  ['2026-01-02T00:00:00Z', 'active', TIMES.end_at],
  ['2026-01-02T23:59:59Z', 'active', TIMES.end_at],
  ['2026-01-03T00:00:00Z', 'drawing', undefined],
])('at %s a lottery is %s', (at, status, until) => {
  const now = Date.parse(at)
  expect([statusAt(TIMES, now), timerOf(TIMES, now)?.end_at]).toEqual([status, until])
})

test('what is drawn stays drawn, whatever its times say', () => {
  expect(statusAt({ ...TIMES, status: 'archive' }, Date.parse('2026-01-02T12:00:00Z'))).toBe('archive')
})
