import { expect, test } from 'vitest'
import { adventureDay } from '@/test/adventures'
import { askedOf, completedCount, dateText, percentOf, weekdayText } from './adventures'

test.each([
  ['EUR', { amountCents: 2000, currency: 'EUR' }],
  ['NOK', { amountCents: 20_000, currency: 'NOK' }],
  ['KZT', { amountCents: 2000, currency: 'EUR' }],
  [undefined, { amountCents: 2000, currency: 'EUR' }],
])('a player with %s sees %j', (currency, expected) => {
  expect(askedOf(adventureDay(), currency)).toEqual(expected)
})

test('the record for all days asks for nothing', () => {
  const all = adventureDay({ condition: { minDep: {} } })
  expect(askedOf(all, 'EUR')).toBeUndefined()
  expect(percentOf(all, 'EUR')).toBeUndefined()
})

test.each([
  ['EUR', {}, 0],
  ['EUR', { EUR: 999 }, 49],
  ['EUR', { EUR: 5000 }, 100],
  ['NOK', { EUR: 5000 }, 0],
  ['KZT', { KZT: 5000 }, undefined],
])('in %s, %j paid in is %s percent', (currency, deposited, expected) => {
  expect(percentOf(adventureDay({ deposited }), currency)).toBe(expected)
})

test.each([
  ['de', 1, 'Mo'],
  ['de', 7, 'So'],
  ['en', 3, 'Wed'],
  ['et', 1, 'E'],
])('in %s day %i of the week is %s', (locale, weekday, expected) => {
  expect(weekdayText(weekday, locale)).toBe(expected)
})

test('a date is written as the language does', () => {
  expect(dateText(adventureDay({ day: 29, month: 2 }), 'de')).toBe('29. Feb.')
})

test('completed days are counted without the record for all of them', () => {
  const days = [adventureDay({ state: 'completed' }), adventureDay(), adventureDay({ state: 'superb', isCompleted: true })]
  expect(completedCount(days)).toBe(1)
})
