/**
 * Deals a round of baccarat again in the visitor's own browser. The client seeds of the round's first bets are mixed, and the
 * stream is that of `{mixed}:baccarat:{round}:0:{block}`. The card at place `k` of the shoe is swapped with the one at
 * `k + uniform(left)`, and then dealt. Of a card's number by 52 the remainder by 13 is the rank, and the quotient the suit.
 */

import { definitionHash } from './canonical'
import { chainStart, mixOf } from './sharedRound'
import { commitmentOf, Stream } from './stream'
import type { BaccaratDefinition, DealtCard } from './types'

/** What stands where a round has its currency. */
const PURPOSE = 'baccarat'
const RANKS = 'A23456789TJQK'
const SUITS = 'CDHS'
const DECK = 52

/** What a card counts: an ace 1, tens and pictures nothing. */
export function valueOf(card: string): number {
  const rank = RANKS.indexOf(card.charAt(0))
  return rank < 9 ? rank + 1 : 0
}

/** What a hand is worth. */
export function totalOf(cards: readonly DealtCard[], hand: DealtCard['to']): number {
  return cards.filter(({ to }) => to === hand).reduce((sum, { card }) => (sum + valueOf(card)) % 10, 0)
}

/** Whether the banker draws with this total, after the player has drawn a card of this value or stood. */
function bankerDraws(banker: number, third: number | null): boolean {
  if (third === null) return banker <= 5
  const from = [0, 0, 0, 0, 2, 4, 6][banker]
  if (from === undefined) return false
  if (banker <= 2) return true
  return banker === 3 ? third !== 8 : third >= from && third <= 7
}

/** Deals a round from the cards that come. */
async function deal(next: () => Promise<string>): Promise<DealtCard[]> {
  const cards: DealtCard[] = []
  for (const to of ['player', 'banker', 'player', 'banker'] as const) cards.push({ to, card: await next() })
  const [player, banker] = [totalOf(cards, 'player'), totalOf(cards, 'banker')]
  if (player >= 8 || banker >= 8) return cards
  let third: number | null = null
  if (player <= 5) {
    const card = await next()
    third = valueOf(card)
    cards.push({ to: 'player', card })
  }
  if (bankerDraws(banker, third)) cards.push({ to: 'banker', card: await next() })
  return cards
}

/** What the cards of a round are made of. */
export interface ShoeSeeds {
  server_seed: string
  mixed: string
  /** The number of the round; text when it may be beyond 2^53. */
  round: string
  decks: number
}

/** The cards of a round, in the order in which they are dealt. */
export async function dealBaccarat({ server_seed, mixed, round, decks }: ShoeSeeds): Promise<DealtCard[]> {
  const stream = await Stream.open({ server_seed, client_seed: mixed, currency: PURPOSE, nonce: round }, 0)
  const shoe = Array.from({ length: DECK * decks }, (_, number) => number)
  let place = 0
  return deal(async () => {
    const drawn = place + (await stream.uniform(shoe.length - place))
    const number = (shoe[drawn] ?? 0) % DECK
    shoe[drawn] = shoe[place] ?? 0
    place += 1
    return `${RANKS.charAt(number % 13)}${SUITS.charAt(Math.floor(number / 13))}`
  })
}

/** A round that has ended. */
export interface DealtRound {
  id: string
  definition: BaccaratDefinition
  definition_hash: string
  chain_published: string
  chain_place: number
  server_seed_hash: string
  server_seed: string
  client_seeds: readonly string[]
  mixed: string | null
  cards: readonly DealtCard[]
}

export interface BaccaratProof {
  /** Whether the rules are those that the round names. */
  isByTheRules: boolean
  /** Whether the seed is the one that was promised. */
  isPromised: boolean
  /** Whether it stands where the chain that was published has it. */
  isOfChain: boolean
  /** Whether the seeds of the players are mixed in as they were given. */
  isMixed: boolean
  /** Whether both deal the cards that were shown. */
  isDealt: boolean
}

/** Checks a round. Going back to the start of its chain takes a hash for each round before it. */
export async function verifyBaccarat(round: DealtRound): Promise<BaccaratProof> {
  const { server_seed, definition, client_seeds, cards } = round
  const mixed = await mixOf(client_seeds)
  const dealt = await dealBaccarat({ server_seed, mixed, round: round.id, decks: definition.decks })
  const isSame = dealt.length === cards.length && dealt.every(({ to, card }, at) => cards[at]?.to === to && cards[at].card === card)
  return {
    isByTheRules: (await definitionHash(definition)) === round.definition_hash,
    isPromised: (await commitmentOf(server_seed)) === round.server_seed_hash,
    isOfChain: (await chainStart(server_seed, round.chain_place)) === round.chain_published,
    isMixed: mixed === round.mixed,
    isDealt: isSame,
  }
}
