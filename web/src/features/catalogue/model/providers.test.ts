import { expect, test } from 'vitest'
import { lettersOf, matching, providersOf } from './providers'

test.each([
  ['a,b', ['a', 'b']],
  [' a , b,a,,', ['a', 'b']],
  ['', []],
  [undefined, []],
  [['a'], []],
])('%j names the studios %j', (parameter, ids) => {
  expect(providersOf(parameter)).toEqual(ids)
})

test('a studio is found by a part of its name, whatever its accents', () => {
  const titled = (title: string) => ({ id: title, title, games_count: 1, logo: null })
  const studios = [titled('Põhjala'), titled('Northlight Studio')]
  expect(matching(studios, ' POHJ ')).toEqual([studios[0]])
  expect(matching(studios, '')).toEqual(studios)
})

test.each([
  ['Northlight Studio', 'NS'],
  ['acme', 'A'],
  [' õun ja puu ', 'ÕP'],
  ['🎰 House', '🎰H'],
  ['', ''],
])('the mark of %j reads %j', (title, letters) => {
  expect(lettersOf(title)).toBe(letters)
})
