import { describe, expect, it, vi } from 'vitest'
import { Autoplay, type AutoplayPlan } from './autoplay'
import { GameCycle } from './cycle'

const PLAN: AutoplayPlan = { rounds: 3, lossMaxCents: 1_000, winCents: null, stopsAtFeature: false }

describe('an autoplay', () => {
  it('ends when its rounds are played', () => {
    const auto = new Autoplay(PLAN)
    for (const left of [2, 1, 0]) {
      expect(auto.begin(100)).toBe(true)
      expect(auto.left).toBe(left)
      auto.count({ paid_cents: 100, win_cents: 0 })
    }
    expect([auto.begin(100), auto.end]).toEqual([false, 'rounds'])
  })

  it('begins no round that could lose more than its limit', () => {
    const auto = new Autoplay({ ...PLAN, rounds: 100, lossMaxCents: 250 })
    auto.begin(100)
    auto.count({ paid_cents: 100, win_cents: 0 })
    auto.begin(100)
    auto.count({ paid_cents: 100, win_cents: 40 })
    expect([auto.begin(100), auto.end]).toEqual([false, 'loss'])
  })

  it('may lose again what it has won', () => {
    const auto = new Autoplay({ ...PLAN, rounds: 100, lossMaxCents: 100 })
    auto.begin(100)
    auto.count({ paid_cents: 100, win_cents: 300 })
    for (let i = 0; i < 3; i += 1) {
      expect(auto.begin(100)).toBe(true)
      auto.count({ paid_cents: 100, win_cents: 0 })
    }
    expect(auto.begin(100)).toBe(false)
  })

  it.each([
    [400, undefined],
    [500, 'win'],
  ] as const)('hears of a win of %i', (win, end) => {
    const auto = new Autoplay({ ...PLAN, winCents: 500 })
    auto.begin(100)
    auto.count({ paid_cents: 100, win_cents: win })
    expect(auto.end).toBe(end)
  })

  it('ends at a feature where the player wants that, and by the first cause', () => {
    const goesOn = new Autoplay(PLAN)
    goesOn.feature()
    expect(goesOn.end).toBeUndefined()
    const stops = new Autoplay({ ...PLAN, stopsAtFeature: true })
    stops.feature()
    stops.stop('player')
    expect([stops.begin(100), stops.end]).toEqual([false, 'feature'])
  })
})

it('lets the next round begin when the least time is over', async () => {
  vi.useFakeTimers()
  let now = 0
  const cycle = new GameCycle(2_500, () => now)
  expect(cycle.leftMs).toBe(0)
  cycle.begin()
  now = 1_000
  expect(cycle.leftMs).toBe(1_500)
  const over = vi.fn()
  void cycle.over().then(over)
  await vi.advanceTimersByTimeAsync(1_499)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalled()
  vi.useRealTimers()
})

it('counts the least time of a round from the answer to its start', async () => {
  let now = 0
  const cycle = new GameCycle(2_500, () => now)
  const answer = await cycle.start(() => {
    now = 800
    return Promise.resolve('round')
  })
  expect([answer, cycle.leftMs]).toEqual(['round', 2_500])
})
