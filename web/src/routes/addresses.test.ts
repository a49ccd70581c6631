import { describe, expect, test } from 'vitest'
import { categoryPath, commandOf, pageNumber, placeOf, safeRedirect, withoutTrailingSlash } from './addresses'
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
  ['#sign-in', { name: 'open', href: '/sign-in' }],
  ['sign-up', { name: 'open', href: '/sign-up' }],
  ['#remind', { name: 'open', href: '/remind' }],
  ['#new-password', { name: 'open', href: '/new-password' }],
  ['#users/password/edit', { name: 'open', href: '/new-password' }],
  ['#profile/password/edit', { name: 'open', href: '/new-password' }],
  ['#chat', { name: 'chat' }],
  ['#sport', { name: 'go', href: '/sport' }],
  ['#sport_live', { name: 'go', href: '/sport/live' }],
  ['#sport_', undefined],
  ['#sports', undefined],
  ['#fairness', undefined],
])('hash %s is the command %j', (hash, expected) => {
  expect(commandOf(hash)).toEqual(expected)
})

test('an address is a place to go to', () => {
  expect(placeOf('/profile?tab=2#limits')).toEqual({ to: '/profile', search: { tab: '2' }, hash: 'limits' })
})

test('search parameters stay plain texts', () => {
  const search = { redirect: '/profile/gifts?tab=2', empty: '', none: undefined, page: 2 }
  expect(stringifySearch(search)).toBe('?redirect=%2Fprofile%2Fgifts%3Ftab%3D2&page=2')
  expect(parseSearch('?redirect=%2Fa%3Fb%3D1&page=2')).toEqual({ redirect: '/a?b=1', page: '2' })
})
