import { expect, test } from 'vitest'
import { fromGame, fromSite, readGameMessage, readSiteMessage } from './gameBridge'

const ORIGIN = 'https://casino.example'
const READY = { source: 'croupier-game', version: 1, type: 'ready' }
const BALANCE = { type: 'balance', currency: 'EUR', amount_cents: 500, seq: 7, round_id: null } as const

test.each([
  ['agreed', ORIGIN, READY, { type: 'ready' }],
  ['with more than agreed', ORIGIN, { ...READY, token: 'x' }, { type: 'ready' }],
  ['of another origin', 'https://evil.example', READY, null],
  ['of another source', ORIGIN, { ...READY, source: 'extension' }, null],
  ['of another version', ORIGIN, { ...READY, version: 2 }, null],
  ['without a version', ORIGIN, { source: 'croupier-game', type: 'ready' }, null],
  ['of an unknown type', ORIGIN, { ...READY, type: 'transfer' }, null],
  ['named like a part of every object', ORIGIN, { ...READY, type: 'constructor' }, null],
  ['without its field', ORIGIN, { ...READY, type: 'failed' }, null],
  ['with a wrong field', ORIGIN, { ...READY, type: 'failed', code: 5 }, null],
  ['complete', ORIGIN, { ...READY, type: 'failed', code: 'graphics' }, { type: 'failed', code: 'graphics' }],
  ['a text', ORIGIN, 'ready', null],
  ['nothing', ORIGIN, null, null],
])('a message of a game that is %s', (_name, origin, data, expected) => {
  expect(readGameMessage({ origin, data }, ORIGIN)).toEqual(expected)
})

test('what one side posts the other reads', () => {
  const failed = { type: 'failed', code: 'no_answer' } as const
  expect(readGameMessage({ origin: ORIGIN, data: fromGame(failed) }, ORIGIN)).toEqual(failed)
  expect(readSiteMessage({ origin: ORIGIN, data: fromSite(BALANCE) }, ORIGIN)).toEqual(BALANCE)
  expect(readGameMessage({ origin: ORIGIN, data: fromSite(BALANCE) }, ORIGIN)).toBeNull()
})

test.each([Number.NaN, Infinity, '500', undefined])('an amount of %s is no amount', (amount) => {
  expect(readSiteMessage({ origin: ORIGIN, data: { ...fromSite(BALANCE), amount_cents: amount } }, ORIGIN)).toBeNull()
})
