import { describe, expect, it } from 'vitest'
import { countAt, countLegs, countUp, countUpDuration, winLevel } from './countup'

describe('winLevel', () => {
  it.each([
    [0, 'none'],
    [100, 'none'],
    [101, 'win'],
    [1499, 'win'],
    [1500, 'big'],
    [4000, 'mega'],
    [9999, 'mega'],
    [10_000, 'epic'],
  ] as const)('a return of %i on a stake of 100 is %s', (win, level) => {
    expect(winLevel(win, 100)).toBe(level)
  })

  it('gives a return at or under the stake no time at all', () => {
    expect(countUpDuration(winLevel(100, 100))).toBe(0)
  })

  it('is counted longer the nearer an ordinary win comes to a big one, and always shorter within a feature', () => {
    const [small, middle, nearly] = [2, 11.2, 14.9].map((times) => countUpDuration('win', times))
    expect([small, countUpDuration('win', 5)]).toEqual([900, 900])
    expect([middle! > 2 * small!, nearly! > middle!, nearly! < countUpDuration('big')]).toEqual([true, true, true])
    expect(countUpDuration('win', 11.2, true)).toBeLessThan(middle!)
    expect(countUpDuration('win', 11.2, true)).toBeGreaterThan(countUpDuration('win', 2, true))
    expect(countUpDuration('big', 20, true)).toBe(countUpDuration('big'))
  })
})

describe('countLegs', () => {
  it.each([
    ['a win', 500, 'win', 100, [['win', 0, 500]]],
    ['a big win', 2_000, 'big', 100, [['big', 0, 2_000]]],
    [
      'an epic win',
      12_345,
      'epic',
      100,
      [
        ['big', 0, 4_000],
        ['mega', 4_000, 10_000],
        ['epic', 10_000, 12_345],
      ],
    ],
    [
      'a win whose bet is not told',
      900,
      'epic',
      0,
      [
        ['big', 0, 300],
        ['mega', 300, 600],
        ['epic', 600, 900],
      ],
    ],
  ] as const)('names %s from its multiple of the bet on', (_, cents, level, bet, named) => {
    const legs = countLegs(cents, level, bet)
    expect(legs.map((leg) => [leg.level, leg.from, leg.to])).toEqual(named)
    expect(legs.at(-1)?.until).toBe(1)
  })

  it('can begin without a name', () => {
    expect(countLegs(2_000, 'big', 100, 'win').map(({ level, from }) => [level, from])).toEqual([
      ['win', 0],
      ['big', 1_500],
    ])
  })

  it('leaves each name time to be read, however far the count goes', () => {
    const [big, mega] = countLegs(1_000_000, 'epic', 100)
    expect([big!.until > 0.15, mega!.until - big!.until > 0.15]).toEqual([true, true])
  })

  it('counts up without a step back, and to the whole amount', () => {
    const legs = countLegs(12_345, 'epic', 100)
    const amounts = Array.from({ length: 101 }, (_, i) => countAt(legs, i / 100).cents)
    expect([amounts[0], amounts.at(-1), amounts]).toEqual([0, 12_345, amounts.toSorted((a, b) => a - b)])
  })
})

describe('countUp', () => {
  it('never falls, stays whole and ends exactly', () => {
    const shown = Array.from({ length: 50 }, (_, i) => countUp(0, 123_457, i * 20, 900))
    expect(shown.every(Number.isInteger)).toBe(true)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(shown.at(-1)).toBe(123_457)
    expect(shown[0]).toBe(0)
  })

  it('is there at once without a duration', () => {
    expect(countUp(0, 500, 0, 0)).toBe(500)
  })
})
