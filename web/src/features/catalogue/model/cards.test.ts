import { expect, test } from 'vitest'
import { aGame } from '@/test/games'
import { itemKey, withCards, type CardsOfList } from './cards'

const games = (count: number) => Array.from({ length: count }, (_, place) => aGame({ identifier: `northlight/${place}` }))

/** Places of the cards, counted from 1. */
function placesOf(count: number, list: Partial<CardsOfList>, isWhole = true): Record<string, number> {
  const items = withCards(games(count), { category: 'slots', isLive: false, hasCashback: true, ...list }, isWhole)
  return Object.fromEntries(items.flatMap((item, place) => ('card' in item ? [[itemKey(item), place + 1]] : [])))
}

test.each([
  ['in the tenth place', 40, {}, { random: 10 }],
  ['at the end of a shorter list', 4, {}, { random: 5 }],
  ['at the end of the newest', 12, { category: 'new' }, { random: 13 }],
  ['behind the cashback of a live list', 40, { category: 'live', isLive: true }, { cashback: 1, random: 10 }],
  ['alone where the casino has no cashback', 40, { category: 'live', isLive: true, hasCashback: false }, { random: 10 }],
  ['nowhere beside a single game', 1, {}, {}],
  ['nowhere in an empty list', 0, { isLive: true }, {}],
])('the random card stands %s', (_where, count, list, places) => {
  expect(placesOf(count, list)).toEqual(places)
})

test('a card that ends its list waits until all of it is here', () => {
  expect(placesOf(40, { category: 'top' }, false)).toEqual({})
  expect(placesOf(41, { category: 'top' }, true)).toEqual({ random: 42 })
})
