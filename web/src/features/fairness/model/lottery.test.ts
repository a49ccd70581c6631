import { expect, test } from 'vitest'
import vectors from '../../../../../crates/games/tests/vectors/lotteries.json'
import { drawTickets, verifyLottery } from './lottery'
import { commitmentOf } from './stream'

test('every recorded draw comes out the same', async () => {
  for (const { server_seed, server_seed_hash, slug, tickets, places, winners } of vectors) {
    expect(await drawTickets(server_seed, slug, tickets, places)).toEqual(winners)
    expect(await commitmentOf(server_seed)).toBe(server_seed_hash)
  }
})

const [{ server_seed, server_seed_hash, slug, tickets, places, winners }] = vectors as [(typeof vectors)[number]]
const DRAWN = { slug, server_seed, server_seed_hash, tickets_count: tickets, prizes: [{ to: places }], winners: winners.map((ticket) => ({ ticket })) }

test.each([
  ['as it was drawn', {}, { isPromised: true, isDrawn: true }],
  ['under another promise', { server_seed_hash: '0'.repeat(64) }, { isPromised: false, isDrawn: true }],
  ['with another winner', { winners: DRAWN.winners.with(0, { ticket: 0 }) }, { isPromised: true, isDrawn: false }],
  ['with a winner too few', { winners: DRAWN.winners.slice(1) }, { isPromised: true, isDrawn: false }],
  ['with a ticket too many', { tickets_count: tickets + 1 }, { isPromised: true, isDrawn: false }],
])('a lottery %s', async (_what, changes, proof) => {
  expect(await verifyLottery({ ...DRAWN, ...changes })).toEqual(proof)
})
