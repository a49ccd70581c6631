import { expect, test } from 'vitest'
import { currentOf } from './navigation'

test.each([
  ['/', '/', 'page'],
  ['/', '/categories/new', 'true'],
  ['/', '/games/new', 'true'],
  ['/', '/pokies/new', undefined],
  ['/', '/promotions', undefined],
  ['/pokies/slots', '/pokies/slots', 'page'],
  ['/pokies/slots', '/pokies/new', 'true'],
  ['/pokies/slots', '/pokies/all', 'true'],
  ['/pokies/slots', '/live/all', undefined],
  ['/pokies/all', '/pokies/all', 'page'],
  ['/pokies/all', '/pokies/new', 'true'],
  ['/pokies/all', '/live/all', undefined],
  ['/live/all', '/live/table', 'true'],
  ['/tournaments', '/tournaments/lotteries', 'true'],
  ['/tournaments', '/arena', 'true'],
  ['/tournaments', '/promo/spring', 'true'],
  ['/tournaments', '/quests/q1', 'true'],
  ['/tournaments', '/action/ice', undefined],
  ['/tournaments', '/leaderboard', 'true'],
  ['/tournaments', '/promotions', undefined],
  ['/producers', '/producers/northlight', 'true'],
  ['/producers', '/producers-of-note', undefined],
  ['/pokies/new', '/pokies/new', 'page'],
  ['/pokies/new', '/pokies/top', undefined],
])('the item to %s at %s is current: %s', (to, pathname, expected) => {
  expect(currentOf(to, pathname)).toBe(expected)
})
