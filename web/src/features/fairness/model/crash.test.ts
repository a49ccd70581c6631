import { expect, test } from 'vitest'
import vectors from '../../../../../crates/games/tests/vectors/crash.json'
import definition from '../../../../../content/games/polar-ascent.json'
import { definitionHash } from './canonical'
import { drawCrash, verifyCrash, type EndedRound } from './crash'
import { mixOf } from './sharedRound'
import { commitmentOf } from './stream'
import type { CrashDefinition } from './types'

test('every recorded point comes out the same', async () => {
  expect(vectors.length).toBeGreaterThan(10)
  for (const { round, client_seeds, mixed, point, server_seed_hash, ...seeds } of vectors) {
    expect(await mixOf(client_seeds)).toBe(mixed)
    expect(await drawCrash({ ...seeds, mixed, round: String(round) })).toBe(point)
    expect(await commitmentOf(seeds.server_seed)).toBe(server_seed_hash)
  }
})

const place = 7
const vector = vectors[place - 1]!
const ended = async (): Promise<EndedRound> => ({
  id: String(vector.round),
  definition: definition as CrashDefinition,
  definition_hash: await definitionHash(definition),
  chain_published: vectors[0]!.server_seed_hash,
  chain_place: place,
  server_seed_hash: vector.server_seed_hash,
  server_seed: vector.server_seed,
  client_seeds: vector.client_seeds,
  mixed: vector.mixed,
  point: vector.point,
})
const FAIR = { isByTheRules: true, isPromised: true, isOfChain: true, isMixed: true, isDrawn: true }

test.each<[string, Partial<EndedRound>, Partial<typeof FAIR>]>([
  ['as it was drawn', {}, {}],
  ['under other rules', { definition_hash: '0'.repeat(64) }, { isByTheRules: false }],
  ['under another promise', { server_seed_hash: '0'.repeat(64) }, { isPromised: false }],
  ['of another chain', { chain_published: '0'.repeat(64) }, { isOfChain: false }],
  ['at another place of its chain', { chain_place: place + 1 }, { isOfChain: false }],
  ['with other players', { mixed: '0'.repeat(64) }, { isMixed: false }],
  ['at another point', { point: vector.point + 1 }, { isDrawn: false }],
])('a round %s', async (_what, changes, differs) => {
  expect(await verifyCrash({ ...(await ended()), ...changes })).toEqual({ ...FAIR, ...differs })
})
