import { expect, test } from 'vitest'
import { canPlayForMoney, gameHref, houseEdge, rtpBetween } from './game'

test.each([
  ['96.12', '3.88'],
  ['97.3', '2.70'],
  ['95', '5.00'],
  ['94.737', '5.27'],
])('of an RTP of %s the operator keeps %s', (rtp, edge) => {
  expect(houseEdge(rtp)).toBe(edge)
})

test('what a jackpot adds to a return is exact', () => {
  expect([rtpBetween('92.24', '95.24'), rtpBetween('94.7', '95.05')]).toEqual(['3.00', '0.35'])
})

test('a game without a mode opens on its poster', () => {
  const game = { provider: 'northlight', seo_title: 'solar-sails' }
  expect(gameHref(game)).toBe('/play/northlight/solar-sails')
  expect(gameHref(game, 'demo')).toBe('/play/northlight/solar-sails?mode=demo')
})

test.each([
  [true, ['slots'], true],
  [true, ['slots', 'prerelease'], false],
  [false, ['slots'], false],
])('a game that is playable: %s, of %j, can be played for money: %s', (playable, categories, expected) => {
  expect(canPlayForMoney({ playable, categories })).toBe(expected)
})
