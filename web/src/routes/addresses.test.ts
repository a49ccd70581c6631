import { describe, expect, test } from 'vitest'
import { categoryPath, modalOfHash, pageNumber, safeRedirect, withoutTrailingSlash } from './addresses'
import { parseSearch, stringifySearch } from './search'

const ORIGIN = 'https://casino.example'

describe('safeRedirect', () => {
  test.each([
    ['/profile/gifts?tab=2', '/profile/gifts?tab=2'],
    ['/a#b', '/a#b'],
    ['/play/northlight/solar-sails?mode=real', '/play/northlight/solar-sails?mode=real'],
    [undefined, '/'],
    ['', '/'],
    ['profile', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/\t/evil.example', '/'],
    ['/\n//evil.example', '/'],
    ['/..//evil.example', '/'],
  ])('%j leads to %s', (target, expected) => {
    expect(safeRedirect(target, ORIGIN)).toBe(expected)
  })
})

test.each([
  ['/pokies/all/', '?a=1', '#x', '/pokies/all?a=1#x'],
  ['/pokies/all', '?a=1', '', null],
  ['/', '', '', null],
  ['//', '', '', '/'],
])('%s%s%s without its slash is %s', (pathname, search, hash, expected) => {
  expect(withoutTrailingSlash({ pathname, search, hash })).toBe(expected)
})

test.each([
  ['1', 1],
  ['20', 20],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['x', undefined],
  ['9999999', undefined],
])('page %s is %s', (text, expected) => {
  expect(pageNumber(text)).toBe(expected)
})

test.each([
  ['new', 1, '/pokies/new'],
  ['new', 3, '/pokies/new/3'],
  ['table', 1, '/live/table'],
  ['live', 2, '/live/live/2'],
])('category %s page %d is at %s', (slug, page, expected) => {
  expect(categoryPath(slug, page)).toBe(expected)
})

test.each([
  ['#sign-in', '/sign-in'],
  ['sign-up', '/sign-up'],
  ['#fairness', undefined],
])('hash %s opens %s', (hash, expected) => {
  expect(modalOfHash(hash)).toBe(expected)
})

test('search parameters stay plain texts', () => {
  const search = { redirect: '/profile/gifts?tab=2', empty: '', none: undefined, page: 2 }
  expect(stringifySearch(search)).toBe('?redirect=%2Fprofile%2Fgifts%3Ftab%3D2&page=2')
  expect(parseSearch('?redirect=%2Fa%3Fb%3D1&page=2')).toEqual({ redirect: '/a?b=1', page: '2' })
})
