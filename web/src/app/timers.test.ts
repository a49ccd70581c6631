import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTimers } from './timers'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('ends long delays together, with the second and not before their time', () => {
  const timers = createTimers()
  const ended: string[] = []
  timers.setTimeout(() => ended.push('b'), 30_400)
  timers.setTimeout(() => ended.push('a'), 30_100)
  timers.setTimeout(() => ended.push('before'), 10_000)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(ended).toEqual(['before'])
  vi.advanceTimersByTime(1_000)
  expect(ended).toEqual(['before', 'b', 'a'])
  expect(vi.getTimerCount()).toBe(0)
})

it('keeps short delays to the millisecond', () => {
  const timers = createTimers()
  const callback = vi.fn()
  timers.setTimeout(callback, 250)
  vi.advanceTimersByTime(249)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(callback).toHaveBeenCalledOnce()
})

it('forgets what is called off, long and short', () => {
  const timers = createTimers()
  const callback = vi.fn()
  timers.clearTimeout(timers.setTimeout(callback, 60_000))
  timers.clearTimeout(timers.setTimeout(callback, 100))
  timers.clearTimeout(undefined)
  const other = vi.fn()
  timers.setTimeout(other, 61_000)
  vi.advanceTimersByTime(62_000)
  expect(callback).not.toHaveBeenCalled()
  expect(other).toHaveBeenCalledOnce()
})

it('waits for longer than a timer of the browser can', () => {
  const timers = createTimers()
  const callback = vi.fn()
  const days = 40 * 86_400_000
  timers.setTimeout(callback, days)
  vi.advanceTimersByTime(days - 1_000)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(callback).toHaveBeenCalledOnce()
})

it('goes on with what a callback sets', () => {
  const timers = createTimers()
  const callback = vi.fn()
  timers.setTimeout(() => timers.setTimeout(callback, 5_000), 5_000)
  vi.advanceTimersByTime(12_000)
  expect(callback).toHaveBeenCalledOnce()
})

it('repeats what is to be repeated', () => {
  const timers = createTimers()
  const callback = vi.fn()
  const interval = timers.setInterval(callback, 10_000)
  vi.advanceTimersByTime(20_000)
  timers.clearInterval(interval)
  vi.advanceTimersByTime(20_000)
  expect(callback).toHaveBeenCalledTimes(2)
})
