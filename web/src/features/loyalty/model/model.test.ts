import { describe, expect, test } from 'vitest'
import type { GroupStatus, ShopOffer } from '@/api/types'
import { levelAt, levelPercent, levelsOf } from './levels'
import { checksFor, isAnyAffordable, quantityMax, rateFor, REWARD_TYPE, shortfall, tabOf } from './shop'
import { daysLeft, LADDER, percentOf, standingOf, type VipStatus } from './vip'

const OFFER: ShopOffer = {
  type: 'money',
  group: 'money-5',
  rates: [
    { currency: 'EUR', points: 500, amount_cents: 500 },
    { currency: 'CAD', points: 400, amount_cents: 800 },
  ],
  title: null,
  rate: null,
  wager: null,
  games: [],
  lottery_slug: null,
  end_at: null,
  items: [],
  freespins: null,
  bonus: null,
  image: null,
  promo: null,
  terms: 'seen',
}

describe('the shop', () => {
  test.each([
    ['CAD', 400],
    ['EUR', 500],
    ['KZT', 500],
    [undefined, 500],
  ])('a card in %s costs %i points', (currency, points) => {
    expect(rateFor(OFFER, currency)?.points).toBe(points)
  })

  test.each([
    [950, 400, 2, 0],
    [400, 400, 1, 0],
    [150, 400, 0, 250],
    [0, 400, 0, 400],
  ])('%i points and a cost of %i: %i times, %i missing', (points, cost, times, missing) => {
    expect([quantityMax(points, cost), shortfall(points, cost)]).toEqual([times, missing])
  })

  test('there are five types of rewards, of which special ones hold two', () => {
    expect(Object.keys(REWARD_TYPE)).toEqual(['MONEY', 'FREE_SPINS', 'SPECIAL_REWARDS', 'LOTTERIES', 'LOOTBOXES'])
    expect((['money', 'freespins', 'lotteries', 'lootboxes'] as const).map((type) => tabOf({ type }))).toEqual([
      'money',
      'freespins',
      'special_rewards',
      'special_rewards',
    ])
  })

  test('only what can be paid for is affordable, and nothing is for a guest', () => {
    expect([isAnyAffordable([OFFER], 450, 'EUR'), isAnyAffordable([OFFER], 450, 'CAD'), isAnyAffordable([OFFER], undefined, 'EUR')]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('a player with several accounts is asked first', () => {
    const marked = [{ id: 'group_100', name: null }]
    expect(checksFor({ statuses: marked, can_issue_bonuses: true }, { type: 'money', bonus: null })).toEqual(['multi_account'])
    expect(checksFor({ statuses: marked, can_issue_bonuses: false }, { type: 'lootboxes', bonus: null })).toEqual(['multi_account', 'bonuses'])
    expect(checksFor({ statuses: [], can_issue_bonuses: false }, { type: 'lotteries', bonus: null })).toEqual([])
    const bonus = { wager_multiple: 5, valid_hours: 168, currencies: [] }
    expect(checksFor({ statuses: [], can_issue_bonuses: false }, { type: 'money', bonus })).toEqual(['bonuses'])
    expect(checksFor({ statuses: [{ id: 'level_1', name: null }], can_issue_bonuses: true }, { type: 'money', bonus: null })).toEqual([])
  })
})

describe('the VIP club', () => {
  test.each<[VipStatus, string[]]>([
    ['REGULAR', ['current', 'future', 'lock', 'lock', 'lock', 'lock']],
    ['GOLD', ['before', 'before', 'before', 'current', 'future', 'lock']],
    ['DIAMOND', ['before', 'before', 'before', 'before', 'before', 'current']],
  ])('from %s each status stands as it should', (current, standings) => {
    expect(LADDER.map((status) => standingOf(status, current))).toEqual(standings)
  })

  test.each([
    ['2026-03-30T12:00:00Z', 1],
    ['2026-03-31T00:00:00Z', 0],
    ['2026-03-31T23:59:59Z', 0],
    ['2026-04-01T00:00:00Z', 90],
    ['2026-12-31T08:00:00Z', 0],
  ])('on %s %i days are left', (now, days) => {
    expect(daysLeft(Date.parse(now))).toBe(days)
  })

  test('the quarter ends when the server says, whatever the calendar', () => {
    expect([
      daysLeft(Date.parse('2026-03-30T12:00:00Z'), '2026-04-03T00:00:00Z'),
      daysLeft(Date.parse('2026-04-03T12:00:00Z'), '2026-04-03T00:00:00Z'),
    ]).toEqual([3, 0])
  })

  test('a part is never more than all of it', () => {
    expect([percentOf(50, 100), percentOf(500, 100), percentOf(-5, 100), percentOf(1, 3), percentOf(0, 0)]).toEqual([50, 100, 0, 33, 100])
  })
})

describe('levels', () => {
  const status = (id: string, min: number, max: number): GroupStatus => ({
    id,
    name: id,
    status: true,
    writable: false,
    image: null,
    content: null,
    gift_descriptions: [],
    conditions: { persistent_comp_points: { min, max } },
  })
  const levels = levelsOf([
    status('level_2', 101, 500),
    { ...status('group_257', 0, 1), conditions: {} },
    status('level_1', 0, 100),
    status('level_3', 501, 9e15),
  ])

  test.each([
    [0, 1, 0],
    [50, 1, 49],
    [51, 1, 50],
    [100, 1, 99],
    [101, 2, 0],
    [301, 2, 50],
    [500, 2, 99],
    [501, 3, 100],
  ])('%i points are level %i, %i percent through', (points, number, percent) => {
    const level = levelAt(levels, points)!
    expect([level.number, levelPercent(level, points)]).toEqual([number, percent])
  })
})
