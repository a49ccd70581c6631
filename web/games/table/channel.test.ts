import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listen } from './channel'

/** The connection never comes about. */
vi.mock('../play/socket', () => ({ socket: () => new Promise<never>(() => undefined) }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

it('polls a slow table again only after its answer, and after a failure', async () => {
  const underWay: { answer: () => void; fail: (error: Error) => void }[] = []
  const load = vi.fn(
    () =>
      new Promise<void>((answer, fail) => {
        underWay.push({ answer, fail })
      }),
  )
  void listen('crash_table', 'polar-ascent', { frame: vi.fn(), load })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(load).toHaveBeenCalledTimes(1)
  underWay[0]?.answer()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(load).toHaveBeenCalledTimes(2)
  underWay[1]?.fail(new Error('no answer'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(load).toHaveBeenCalledTimes(3)
})
