import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Position } from '../play/types'
import type { Playback } from '../shell/motion'
import { Idle } from './idle'
import type { SymbolClass } from './symbolMotion'

describe('a game at rest', () => {
  const motion = { matches: false }
  const moved: (readonly Position[])[] = []
  let playback: Playback | undefined
  const idle = (random = 0) =>
    new Idle(
      () => [
        ['king', 'a'],
        ['a', 'crown'],
        ['king', ''],
      ],
      new Map<string, SymbolClass>([
        ['king', 'high'],
        ['crown', 'special'],
        ['a', 'low'],
      ]),
      (cells, own) => {
        moved.push(cells)
        playback = own
      },
      () => random,
    )

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('matchMedia', () => motion)
    motion.matches = false
    moved.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('moves a symbol, and its like, now and then until it is played', async () => {
    const game = idle()
    game.start()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(moved).toEqual([])
    await vi.advanceTimersByTimeAsync(5_200)
    expect(moved).toEqual([
      [
        [0, 0],
        [2, 0],
      ],
      [
        [0, 0],
        [2, 0],
      ],
    ])
    expect(playback?.skipping).toBe(false)
    game.stop()
    expect(playback?.skipping).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(moved).toHaveLength(2)
  })

  it('leaves cards and blanks alone', async () => {
    idle(0.5).start()
    await vi.advanceTimersByTimeAsync(7_100)
    expect(moved).toEqual([[[1, 1]]])
  })

  it('is still behind another tab, and for who wants no motion', async () => {
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    idle().start()
    await vi.advanceTimersByTimeAsync(20_000)
    seen.mockReturnValue('visible')
    motion.matches = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(moved).toEqual([])
    motion.matches = false
    await vi.advanceTimersByTimeAsync(5_100)
    expect(moved).not.toEqual([])
  })
})
