import { expect, test } from 'vitest'
import { formatMessage } from './icu'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

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

const DE = '{n, plural, one {# Spiel} other {# Spiele}}'
const FR = '{n, plural, one {# jeu} many {# de jeux} other {# jeux}}'
const IT = '{n, plural, one {# gioco} many {# di giochi} other {# giochi}}'
const NO = '{n, plural, one {# spill} other {# spill totalt}}'
const ET = '{n, plural, one {# mäng} other {# mängu}}'

test.each([
  ['de', DE, 1, '1 Spiel'],
  ['de', DE, 0, '0 Spiele'],
  ['de', DE, 1200, '1.200 Spiele'],
  ['fr-CA', FR, 0, '0 jeu'],
  ['fr-CA', FR, 1, '1 jeu'],
  ['fr-CA', FR, 2, '2 jeux'],
  ['fr-CA', FR, 1_000_000, '1 000 000 de jeux'],
  ['it', IT, 0, '0 giochi'],
  ['it', IT, 1, '1 gioco'],
  ['it', IT, 1_000_000, '1.000.000 di giochi'],
  ['no', NO, 1, '1 spill'],
  ['no', NO, 1200, '1 200 spill totalt'],
  ['et', ET, 1, '1 mäng'],
  ['et', ET, 0, '0 mängu'],
  ['et', ET, 21, '21 mängu'],
])('%s: %s with %i reads %s', (locale, message, n, expected) => {
  expect(plain(formatMessage(message, { n }, locale))).toBe(expected)
})
