import { expect, test } from 'vitest'
import type { Coin } from '../../api/types'
import { choicesFor } from './choices'

const asked: Coin['asked'] = { address: 'bc1', member_id: 'ann', by: 'Ann', reason: 'lost', at: '2026-01-01T00:00:00Z' }

test.each([
  ['held coins are credited or sent back', { state: 'held', asked: null }, 'ann', ['credit', 'return']],
  ['who has typed an address takes it back and approves it never', { state: 'held', asked }, 'ann', ['refuse']],
  ['another member decides', { state: 'held', asked }, 'ben', ['approve', 'refuse']],
  ['coins that go back are left alone', { state: 'returning', asked: null }, 'ben', []],
  ['credited coins are left alone', { state: 'credited', asked: null }, 'ben', []],
] as const)('%s', (_, coin, member, choices) => {
  expect(choicesFor(coin, member)).toEqual(choices)
})
