import { expect, test } from 'vitest'
import { gameHref, hasDemo, pictureUrl } from '@/domain/game'
import { aGame } from '@/test/games'
import { joinPages } from '../api/games'
import { gamesByReturn } from './maths'
import { searchTerm, shortened } from './search'
import { isLocked, tileBadge } from './tile'

const CURRENCIES = [
  { code: 'EUR', fiat: true, subunits_to_unit: 100 },
  { code: 'NOK', fiat: true, subunits_to_unit: 100 },
  { code: 'BTC', fiat: false, subunits_to_unit: 100_000_000 },
]

test.each([
  ['EUR', false],
  ['NOK', true],
  ['BTC', false],
])('a wallet in %s finds a game in EUR locked: %s', (currency, locked) => {
  expect(isLocked(aGame(), currency, CURRENCIES)).toBe(locked)
})

test('play is for real money and free play only where the game has it', () => {
  expect(gameHref(aGame(), 'real')).toBe('/play/northlight/solar-sails?mode=real')
  expect(gameHref(aGame(), 'demo')).toBe('/play/northlight/solar-sails?mode=demo')
  expect(hasDemo(aGame({ currencies: { FUN: { id: 'FUN', name: 'Play money' } }, has_demo_mode: false }))).toBe(true)
  expect(hasDemo(aGame({ currencies: {}, has_demo_mode: false }))).toBe(false)
})

test.each([
  ['nothing', {}, undefined],
  ['what the operator says', { badges: [{ type: 'vip', theme: 'gold' }] }, { type: 'vip', theme: 'gold' }],
  ['its usual look when the theme is unknown', { badges: [{ type: 'new', theme: 'plaid' }] }, { type: 'new', theme: 'aurora' }],
  ['its list', { categories: ['slots', 'pragmatic-drop-wins'] }, { type: 'drops', theme: 'rose' }],
  ['its live list', { categories: ['live', 'pragmatic-drop-wins-live'] }, { type: 'drops', theme: 'rose' }],
  ['that only this casino has it', { categories: ['exclusive'] }, { type: 'exclusive', theme: 'plain' }],
  ['first of all that it is not out yet', { categories: ['prerelease'], badges: [{ type: 'new', theme: 'aurora' }] }, { type: 'prerelease', theme: 'plain' }],
])('a tile is marked with %s', (_what, changes, badge) => {
  expect(tileBadge(aGame(changes))).toEqual(badge)
})

test.each([
  ['nobody knows', null, undefined],
  ['it is not out yet', '2026-11-23', undefined],
  ['it came out today', '2026-11-22', 'new'],
  ['it came out 59 days ago', '2026-09-24', 'new'],
  ['it came out 60 days ago', '2026-09-23', undefined],
  ['the day is none', 'soon', undefined],
])('a tile says that a game is new where %s', (_, released, type) => {
  expect(tileBadge(aGame({ released }), Date.parse('2026-11-22T12:00:00Z'))?.type).toBe(type)
})

test('what the operator says of a game comes before that it is new', () => {
  const game = aGame({ released: '2026-11-22', badges: [{ type: 'popular', theme: 'gold' }] })
  expect(tileBadge(game, Date.parse('2026-11-22'))?.type).toBe('popular')
})

test('a picture template is filled in', () => {
  expect(pictureUrl('/art/tiles/koi-{width}.{format}', 320, 'avif')).toBe('/art/tiles/koi-320.avif')
})

test.each([
  ['ab', null],
  ['ab ', null],
  [' abc ', 'abc'],
  ['', null],
])('%j is searched for as %j', (text, expected) => {
  expect(searchTerm(text)).toBe(expected)
})

test('a long term is said back by its beginning, with no letter cut in two', () => {
  expect(shortened('frog')).toBe('frog')
  expect(shortened('🎰'.repeat(10_000))).toBe(`${'🎰'.repeat(40)}…`)
})

test('a game that moved between two pages is shown once', () => {
  const pagination = { current_page: 1, next_page: null, total_pages: 1, total_count: 2 }
  const koi = aGame({ identifier: 'northlight/koi' })
  expect(
    joinPages([
      { data: [aGame(), koi], pagination },
      { data: [koi], pagination },
    ]),
  ).toHaveLength(2)
})

test('games rank by what they give back', () => {
  const games = [aGame({ rtp: '95.00', title: 'A' }), aGame({ rtp: null, title: 'B' }), aGame({ rtp: '97.30', title: 'C' })]
  expect(gamesByReturn(games).map((game) => game.title)).toEqual(['C', 'A'])
})
