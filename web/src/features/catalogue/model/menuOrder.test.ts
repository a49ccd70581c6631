import { expect, test } from 'vitest'
import { categoryOf, inMenuOrder } from './menuOrder'

test.each([
  ['/pokies/new', 'new'],
  ['/games/top', 'top'],
  ['/live/table', 'table'],
  ['/live/all', 'live'],
  ['/pokies/all', undefined],
  ['/producers', undefined],
])('%s leads to the category %s', (path, category) => expect(categoryOf(path)).toBe(category))

test('the menu orders categories, and what it does not name follows', () => {
  const collections = ['slots', 'top', 'live', 'new', 'special'].map((id) => ({ id, title: id, games_count: 9 }))
  const menu = ['/pokies/all', '/pokies/new', '/live/all', '/producers', '/pokies/top'].map((path) => ({ path }))
  expect(inMenuOrder(collections, menu).map(({ id }) => id)).toEqual(['new', 'live', 'top', 'slots', 'special'])
})
