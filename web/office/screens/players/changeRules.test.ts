import { expect, test } from 'vitest'
import { changesBetween, correctionOf, groupsIn, readPoints, walletsOf } from './changeRules'

test.each([
  ['500', 500],
  [' 12 000 ', 12_000],
  ['1000000000', 1_000_000_000],
  ['1000000001', null],
  ['0', null],
  ['-5', null],
  ['1.5', null],
  ['', null],
])('%s points', (typed, points) => {
  expect(readPoints(typed)).toBe(points)
})

test('only what is filled is corrected, and codes are written in capitals', () => {
  const empty = { first_name: '', last_name: ' ', date_of_birth: '', country: '', email: '', currency: '', reason: 'x' }
  expect(correctionOf(empty)).toBeNull()
  expect(correctionOf({ ...empty, first_name: ' Ada ', country: 'de', reason: ' a typo ' })).toEqual({ first_name: 'Ada', country: 'DE', reason: 'a typo' })
})

test('what is ticked anew is added, what is no longer ticked is removed', () => {
  const before = groupsIn([{ id: 21 }, { id: 100 }, { id: 1 }], [{ id: 'group_21' }, { id: 'group_100' }, { id: 'group_259' }, { id: 'level_1' }])
  expect(before).toEqual([21, 100])
  expect(changesBetween(before, [100, 545])).toEqual({ add: [545], remove: [21] })
  expect(changesBetween(before, before)).toEqual({ add: [], remove: [] })
})

test('a box is issued in the wallets that it is made in', () => {
  expect(walletsOf({ currencies: ['EUR', 'NOK'] }, [{ currency: 'CAD' }, { currency: 'EUR' }])).toEqual(['EUR'])
  expect(walletsOf(undefined, [{ currency: 'EUR' }])).toEqual([])
})
