import { expect, test } from 'vitest'
import { gameMessage } from './gameMessages'

const ORIGIN = 'https://casino.example'

test.each([
  ['agreed', ORIGIN, { source: 'croupier-game', type: 'ready' }, { type: 'ready' }],
  ['of another origin', 'https://evil.example', { source: 'croupier-game', type: 'ready' }, null],
  ['of another source', ORIGIN, { source: 'extension', type: 'ready' }, null],
  ['of an unknown type', ORIGIN, { source: 'croupier-game', type: 'transfer' }, null],
  ['a text', ORIGIN, 'ready', null],
  ['nothing', ORIGIN, null, null],
])('a message that is %s', (_name, origin, data, expected) => {
  expect(gameMessage({ origin, data }, ORIGIN)).toEqual(expected)
})
