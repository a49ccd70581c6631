import { expect, test } from 'vitest'
import { isPeriod, periodOf, presetPeriod, PRESETS } from './period'

const NOW = Date.UTC(2026, 2, 5, 23, 30)

test.each([
  ['days_7', '2026-02-27', '2026-03-05'],
  ['days_30', '2026-02-04', '2026-03-05'],
  ['month', '2026-03-01', '2026-03-05'],
  ['last_month', '2026-02-01', '2026-02-28'],
  ['year', '2026-01-01', '2026-03-05'],
] as const)('%s begins and ends in UTC', (preset, from, to) => {
  expect(presetPeriod(preset, NOW)).toEqual({ from, to })
})

test('a period of the address is taken, and filled up', () => {
  expect(periodOf({}, NOW)).toEqual(presetPeriod('days_30', NOW))
  expect(periodOf({ from: '2026-01-01' }, NOW)).toEqual({ from: '2026-01-01', to: '2026-03-05' })
})

test('only what the server takes is a period', () => {
  expect(PRESETS.every((preset) => isPeriod(presetPeriod(preset, NOW)))).toBe(true)
  expect(isPeriod({ from: '2026-03-06', to: '2026-03-05' })).toBe(false)
  expect(isPeriod({ from: '2020-01-01', to: '2026-03-05' })).toBe(false)
  expect(isPeriod({ from: 'x', to: '2026-03-05' })).toBe(false)
})
