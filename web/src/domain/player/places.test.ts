import { expect, test } from 'vitest'
import { isPostalCode, stateOf } from './places'

test.each([
  ['AU', '200', 'Australian Capital Territory'],
  ['AU', '299', 'Australian Capital Territory'],
  ['AU', '300', null],
  ['AU', '799', null],
  ['AU', '800', 'Northern Territory'],
  ['AU', '0800', 'Northern Territory'],
  ['AU', '0999', 'Northern Territory'],
  ['AU', '1000', 'New South Wales'],
  ['AU', '2599', 'New South Wales'],
  ['AU', '2600', 'Australian Capital Territory'],
  ['AU', '2618', 'Australian Capital Territory'],
  ['AU', '2619', 'New South Wales'],
  ['AU', '2899', 'New South Wales'],
  ['AU', '2900', 'Australian Capital Territory'],
  ['AU', '2920', 'Australian Capital Territory'],
  ['AU', '2921', 'New South Wales'],
  ['AU', '2999', 'New South Wales'],
  ['AU', '3000', 'Victoria'],
  ['AU', '3999', 'Victoria'],
  ['AU', '4000', 'Queensland'],
  ['AU', '4999', 'Queensland'],
  ['AU', '5000', 'South Australia'],
  ['AU', '5999', 'South Australia'],
  ['AU', '6000', 'Western Australia'],
  ['AU', '6797', 'Western Australia'],
  ['AU', '6798', null],
  ['AU', '6799', null],
  ['AU', '6800', 'Western Australia'],
  ['AU', '6999', 'Western Australia'],
  ['AU', '7000', 'Tasmania'],
  ['AU', '7999', 'Tasmania'],
  ['AU', '8000', 'Victoria'],
  ['AU', '8999', 'Victoria'],
  ['AU', '9000', 'Queensland'],
  ['AU', '9999', 'Queensland'],
  ['AU', '30x0', null],
  ['CA', 'k1a 0b1', 'Ontario'],
  ['CA', 'H2X', 'Quebec'],
  ['CA', 'D1A 1A1', null],
  ['DE', '10115', null],
])('%s %s lies in %s', (country, code, state) => {
  expect(stateOf(country, code)).toBe(state)
})

test('eighteen letters of Canadian postal codes have a province', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').filter((letter) => stateOf('CA', `${letter}1A 1A1`) !== null)
  expect(letters.join('')).toBe('ABCEGHJKLMNPRSTVXY')
})

test.each([
  ['AU', '3000', true],
  ['AU', '30000', false],
  ['CA', 'K1A 0B1', true],
  ['CA', 'k1a0b1', true],
  ['CA', 'K1A-0B1', false],
  ['GB', 'SW1A 1AA', true],
  ['US', '90210-1234', true],
  ['EE', '10111', true],
  ['EE', '1011', false],
  ['FR', '75001', true],
  ['FR', '75--1', false],
  ['FR', '7', false],
])('%s %s is a postal code: %s', (country, code, valid) => {
  expect(isPostalCode(code, country)).toBe(valid)
})
