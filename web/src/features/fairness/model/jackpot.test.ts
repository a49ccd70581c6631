import { expect, test } from 'vitest'
import vectors from '../../../../../crates/games/tests/vectors/jackpots.json'
import { drawPoint, verifyPoint } from './jackpot'
import { commitmentOf } from './stream'

test('every recorded point comes out the same', async () => {
  expect(vectors.length).toBeGreaterThan(3)
  for (const { point, server_seed_hash, ...seeds } of vectors) {
    expect(await drawPoint(seeds)).toBe(point)
    expect(await commitmentOf(seeds.server_seed)).toBe(server_seed_hash)
  }
})

const [first] = vectors as [(typeof vectors)[number]]
const WON = {
  level: first.level,
  cycle: Number(first.cycle),
  seed_cents: first.seed_amount,
  must_hit_by_cents: first.must_hit_by,
  server_seed_hash: first.server_seed_hash,
  server_seed: first.server_seed,
  point_cents: first.point,
  amount_cents: first.point + 3,
}

test.each([
  ['as it was drawn', {}, [true, true, true]],
  ['under another promise', { server_seed_hash: '0'.repeat(64) }, [false, true, true]],
  ['at another point', { point_cents: first.point + 1 }, [true, false, true]],
  ['before its point', { amount_cents: first.point - 1 }, [true, true, false]],
  ['of another cycle', { cycle: 2 }, [true, false, true]],
])('a cycle that was won %s', async (_what, changes, [isPromised, isDrawn, isReached]) => {
  expect(await verifyPoint(first.jackpot, { ...WON, ...changes })).toEqual({ isPromised, isDrawn, isReached })
})
