import { expect, test } from 'vitest'
import vectors from '../../../../../crates/games/tests/vectors/baccarat.json'
import definition from '../../../../../content/games/icefall-baccarat.json'
import { dealBaccarat, totalOf, verifyBaccarat, type DealtRound } from './baccarat'
import { definitionHash } from './canonical'
import { mixOf } from './sharedRound'
import { commitmentOf } from './stream'
import type { BaccaratDefinition, DealtCard } from './types'

test('every recorded round is dealt the same', async () => {
  expect(vectors.length).toBeGreaterThan(10)
  for (const { round, client_seeds, mixed, cards, player, banker, server_seed, server_seed_hash, decks } of vectors) {
    expect(await mixOf(client_seeds)).toBe(mixed)
    const dealt = await dealBaccarat({ server_seed, mixed, decks, round: String(round) })
    expect(dealt).toEqual(cards)
    expect([totalOf(dealt, 'player'), totalOf(dealt, 'banker')]).toEqual([player, banker])
    expect(await commitmentOf(server_seed)).toBe(server_seed_hash)
  }
  // Rounds of each length are among them.
  expect(new Set(vectors.map(({ cards }) => cards.length))).toEqual(new Set([4, 5, 6]))
})

const place = 7
const vector = vectors[place - 1]!
const cards = vector.cards as DealtCard[]
const ended = async (): Promise<DealtRound> => ({
  id: String(vector.round),
  definition: definition as BaccaratDefinition,
  definition_hash: await definitionHash(definition),
  chain_published: vectors[0]!.server_seed_hash,
  chain_place: place,
  server_seed_hash: vector.server_seed_hash,
  server_seed: vector.server_seed,
  client_seeds: vector.client_seeds,
  mixed: vector.mixed,
  cards,
})
const FAIR = { isByTheRules: true, isPromised: true, isOfChain: true, isMixed: true, isDealt: true }

test.each<[string, Partial<DealtRound>, Partial<typeof FAIR>]>([
  ['as it was dealt', {}, {}],
  ['under other rules', { definition_hash: '0'.repeat(64) }, { isByTheRules: false }],
  ['under another promise', { server_seed_hash: '0'.repeat(64) }, { isPromised: false }],
  ['at another place of its chain', { chain_place: place + 1 }, { isOfChain: false }],
  ['with other players', { mixed: '0'.repeat(64) }, { isMixed: false }],
  ['with another card', { cards: [{ to: 'player', card: cards[0]!.card === 'AS' ? 'KS' : 'AS' }, ...cards.slice(1)] }, { isDealt: false }],
  ['with a card less', { cards: cards.slice(0, -1) }, { isDealt: false }],
])('a round %s', async (_what, changes, differs) => {
  expect(await verifyBaccarat({ ...(await ended()), ...changes })).toEqual({ ...FAIR, ...differs })
})
