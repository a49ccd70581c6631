import { describe, expect, test } from 'vitest'
import type { Lootbox, WheelConfig } from '@/api/types'
import { aLootbox } from '@/test/lootboxes'
import { amountFor } from '@/domain/prizeAmounts'
import { isCounted, openable, opened, placeOf, segmentsFor, segmentsOfBox } from './boxes'
import { landing, restAngle, segmentAt, segmentOf, SPEED } from './spin'

const NOW = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['wheel_a', 'wheel'],
  ['manual_wheel_b', 'wheel'],
  ['mywheel', 'shelf'],
  ['chance_x', 'chance'],
  ['my_chance', 'shelf'],
])('boxes of %s are opened at the %s', (key, place) => expect(placeOf(key)).toBe(place))

test('only issued boxes whose time is ahead can be opened, the first to be over in front', () => {
  const boxes: Lootbox[] = [
    aLootbox({ id: '1', valid_until: '2026-03-03T00:00:00Z' }),
    aLootbox({ id: '2', valid_until: '2026-03-02T00:00:00Z' }),
    aLootbox({ id: '3', stage: 'activated' }),
    aLootbox({ id: '4', valid_until: '2026-03-01T12:00:00Z' }),
    aLootbox({ id: '5', group_key: 'chance' }),
  ]
  expect(openable(boxes, 'wheel', NOW).map(({ id }) => id)).toEqual(['2', '1'])
  expect(opened(boxes, 'wheel').map(({ id }) => id)).toEqual(['3'])
  expect(openable(undefined, 'wheel', NOW)).toEqual([])
})

test('an opened box counts on the day of its creation, an issued one until it is over', () => {
  const day = (offset: number) => new Date(NOW + offset * 86_400_000).toISOString()
  const counted = (stage: string, created: number, until: number) => isCounted({ stage, created_at: day(created), valid_until: day(until) }, NOW)
  expect([counted('issued', -3, 1), counted('issued', 0, 0), counted('activated', 0, 1), counted('activated', -1, 1), counted('canceled', 0, 1)]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})

const segment = (prize: string) => ({ prize, label: prize, colour: '#000000' })
const CONFIG: WheelConfig = { title: '', weight: 1, items: [], segments: [segment('a')] }

test('the first group that has a wheel gives it, else there is the one of everybody', () => {
  const own = { '1308': [segment('b')], '1309': [segment('c')] }
  expect(segmentsFor(CONFIG, own, [7, 1309, 1308])).toEqual([segment('c')])
  expect(segmentsFor(CONFIG, own, [7])).toEqual([segment('a')])
})

test('a prize that stands on no segment gets one', () => {
  const { items } = aLootbox()
  const wheel = items.map(({ id }) => segment(id))
  expect(segmentsOfBox(wheel, items)).toBe(wheel)
  expect(segmentsOfBox([segment('other')], items).map(({ prize }) => prize)).toEqual(items.map(({ id }) => id))
})

test('amounts are in the currency of the player, else in euros', () => {
  const amounts = { EUR: { amount_cents: 1 }, CAD: { amount_cents: 2 } }
  expect(amountFor(amounts, 'CAD')).toEqual({ amount_cents: 2, currency: 'CAD' })
  expect(amountFor(amounts, 'KZT')).toEqual({ amount_cents: 1, currency: 'EUR' })
  expect(amountFor({}, 'EUR')).toBeUndefined()
})

describe('the wheel', () => {
  test('comes to rest on the segment of the prize, wherever it was and whatever was drawn', () => {
    for (const count of [3, 5, 8, 10]) {
      for (let index = 0; index < count; index += 1) {
        for (const draw of [0, 17, 100, 9_999]) {
          const way = landing(1_234.5, restAngle(index, count, draw))
          expect(segmentAt(way.at(way.durationMs), count)).toBe(index)
          expect(way.at(way.durationMs + 1_000)).toBe(way.at(way.durationMs))
        }
      }
    }
  })

  test('goes on as fast as it turned, slows down all the way and never turns back', () => {
    const way = landing(100, 40)
    expect(way.at(1) - way.at(0)).toBeCloseTo(SPEED, 2)
    const steps = Array.from({ length: 50 }, (_, at) => way.at(((at + 1) * way.durationMs) / 50) - way.at((at * way.durationMs) / 50))
    expect(steps.every((step, at) => step > 0 && step <= (steps[at - 1] ?? Infinity))).toBe(true)
    expect(way.durationMs).toBeLessThan(7_000)
  })

  test('of several segments of a prize the draw picks one', () => {
    const segments = ['a', 'b', 'a'].map(segment)
    expect([segmentOf(segments, 'a', 4), segmentOf(segments, 'a', 5), segmentOf(segments, 'b', 9)]).toEqual([0, 2, 1])
    expect(segmentOf(segments, 'c', 1)).toBeUndefined()
  })
})
