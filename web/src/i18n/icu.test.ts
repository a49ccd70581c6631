import { expect, test } from 'vitest'
import { formatMessage } from './icu'

const GAMES = '{count, plural, =0 {no games} one {# game} other {# games}}'

test.each([
  ['plain', {}, 'plain'],
  ['Hello {name}!', { name: 'Ada' }, 'Hello Ada!'],
  ['Hello {name}!', {}, 'Hello {name}!'],
  ['{n}', { n: 1234 }, '1,234'],
  [GAMES, { count: 0 }, 'no games'],
  [GAMES, { count: 1 }, '1 game'],
  [GAMES, { count: 1200 }, '1,200 games'],
  ['{by} {count, plural, one {# game by {by}} other {# games by {by}}}', { count: 2, by: 'N' }, 'N 2 games by N'],
  ['{v, select, low {calm} high {wild} other {even}}', { v: 'high' }, 'wild'],
  ['{v, select, low {calm} other {even}}', { v: 'x' }, 'even'],
])('%s with %o reads %s', (message, values, expected) => {
  expect(formatMessage(message, values, 'en')).toBe(expected)
})
