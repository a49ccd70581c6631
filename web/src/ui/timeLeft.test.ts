import { describe, expect, test } from 'vitest'
import { msLeft, partsOf } from './timeLeft'

const NOW = Date.parse('2026-05-01T12:00:00Z')

describe('a countdown', () => {
  const timer = { start_at: '2026-05-01T10:00:00Z', end_at: '2026-05-02T13:01:05Z' }

  test('runs from its start to its end', () => {
    expect(msLeft(timer, Date.parse('2026-05-01T09:59:59Z'))).toBeNull()
    expect(msLeft(timer, NOW)).toBe(90_065_000)
    expect(msLeft(timer, Date.parse(timer.end_at))).toBeNull()
  })

  test('speaks the language, and leaves out days that are none and the seconds of days', () => {
    expect(partsOf(90_065_000, 'en').map(({ text }) => text)).toEqual(['1d', '01h', '01m'])
    expect(partsOf(59_000, 'en').map(({ text }) => text)).toEqual(['00h', '00m', '59s'])
    expect(partsOf(3_600_000, 'de')[0]?.text).toMatch(/^01.?Std\.$|^01.?h$/)
  })
})
