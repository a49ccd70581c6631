import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Playback, QUICK } from './motion'

describe('Playback', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const isDone = async (promise: Promise<void>): Promise<boolean> => {
    let done = false
    void promise.then(() => {
      done = true
    })
    await Promise.resolve()
    await Promise.resolve()
    return done
  }

  it('waits its time, and less in turbo', async () => {
    const playback = new Playback()
    const wait = playback.wait(1000)
    await vi.advanceTimersByTimeAsync(999)
    expect(await isDone(wait)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isDone(wait)).toBe(true)
    playback.turbo = true
    const fast = playback.wait(1000)
    await vi.advanceTimersByTimeAsync(1000 * QUICK - 1)
    expect(await isDone(fast)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isDone(fast)).toBe(true)
  })

  it('skips the present wait and those that follow, until rewound', async () => {
    const playback = new Playback()
    const wait = playback.wait(1000)
    playback.skip()
    expect(await isDone(wait)).toBe(true)
    expect(await isDone(playback.wait(1000))).toBe(true)
    playback.rewind()
    expect(await isDone(playback.wait(1000))).toBe(false)
  })

  it.each([
    ['skipped', true, 40],
    ['left alone', false, 440],
  ])('ends an animation at its end when it is %s', async (_, isSkipped, rest) => {
    const playback = new Playback()
    const shown: number[] = []
    const run = playback.animate(500, (share) => shown.push(share))
    await vi.advanceTimersByTimeAsync(100)
    expect(shown.at(-1)).toBeLessThan(1)
    if (isSkipped) playback.skip()
    await vi.advanceTimersByTimeAsync(rest)
    await run
    expect(shown.at(-1)).toBe(1)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  })
})
