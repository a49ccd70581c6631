import { describe, expect, test } from 'vitest'
import { nextGift, pointState, progressOn } from './levels'

const THRESHOLDS = [0, 15_000, 50_000, 100_000, 500_000, 1_500_000]
const LEVELS = THRESHOLDS.map((threshold, index) => ({ level: index + 1, threshold, reward: index === 4 ? 'Spins' : null }))

test('points below the own level are completed, the own is active, those above are locked', () => {
  const states = LEVELS.map(({ level }) => pointState(level, 3))
  expect(states).toEqual(['completed', 'completed', 'active', 'locked', 'locked', 'locked'])
})

describe('the way to the next level', () => {
  test.each([
    [{ level: 1, level_progress: 0 }, 2, 15_000, 0],
    [{ level: 1, level_progress: 14_999 }, 2, 1, 99],
    [{ level: 3, level_progress: 75_000 }, 4, 25_000, 50],
    [{ level: 6, level_progress: 2_000_000 }, undefined, 0, 100],
    [undefined, 1, 0, 0],
  ])('of %j', (own, next, missing, percent) => {
    const progress = progressOn(LEVELS, own)
    expect([progress.next?.level, progress.missing, progress.percent]).toEqual([next, missing, percent])
  })
})

test('the next gift is that of a level above', () => {
  expect(nextGift(LEVELS, 1)?.level).toBe(5)
  expect(nextGift(LEVELS, 5)).toBeUndefined()
})
