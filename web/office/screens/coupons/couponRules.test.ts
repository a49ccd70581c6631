import { expect, test } from 'vitest'
import { brokenUntil, kindsOf, momentOf, offersOf, usesOf } from './couponRules'

const OFFERS = [
  { code: 'WELCOME', kind: 'deposit' as const },
  { code: 'SPINS', kind: 'gift' as const },
]

test('kinds are offered for which there are offers', () => {
  expect(kindsOf(OFFERS)).toEqual(['gift', 'deposit'])
  expect(offersOf(OFFERS, 'gift').map(({ code }) => code)).toEqual(['SPINS'])
})

test('moments are told in the words of calls', () => {
  expect([momentOf(''), momentOf('2026-01-01T10:00')]).toEqual([null, new Date('2026-01-01T10:00').toISOString()])
})

const NOW = new Date('2026-01-01T10:00').getTime()

test.each([
  ['', '', 'REQUIRED'],
  ['', '2026-01-01T09:00', 'INVALID'],
  ['', '2026-01-01T11:00', null],
  ['2026-01-02T10:00', '2026-01-02T10:00', 'INVALID'],
  ['2026-01-02T10:00', '2026-01-03T10:00', null],
])('from %j until %j: %s', (from, until, broken) => {
  expect(brokenUntil(from, until, NOW)).toBe(broken)
})

test.each([
  ['', { most: null }],
  [' 25 ', { most: 25 }],
  ['0', { broken: 'INVALID' }],
  ['1.5', { broken: 'INVALID' }],
  ['many', { broken: 'INVALID' }],
])('%j uses', (typed, read) => {
  expect(usesOf(typed)).toEqual(read)
})
