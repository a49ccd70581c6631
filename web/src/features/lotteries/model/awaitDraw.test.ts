import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitDraw } from './awaitDraw'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('all that is being drawn is asked for together, less and less often', () => {
  const reload = vi.fn()
  const ends = [awaitDraw(reload), awaitDraw(reload), awaitDraw(reload)]
  const after = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    return reload.mock.calls.length
  }
  expect([after(2_000), after(3_999), after(1), after(8_000), after(16_000), after(32_000)]).toEqual([1, 1, 2, 3, 4, 5])
  expect([after(60_000), after(59_999), after(1)]).toEqual([6, 6, 7])
  ends.splice(0, 2).forEach((end) => end())
  expect(after(60_000)).toBe(8)
  ends[0]!()
  expect(after(600_000)).toBe(8)
})

test('one that ends now is asked for soon, though another is waited for already', () => {
  const reload = vi.fn()
  const old = awaitDraw(reload)
  vi.advanceTimersByTime(62_000)
  const before = reload.mock.calls.length
  const fresh = awaitDraw(reload)
  vi.advanceTimersByTime(2_000)
  expect(reload.mock.calls.length).toBe(before + 1)
  old()
  fresh()
})
