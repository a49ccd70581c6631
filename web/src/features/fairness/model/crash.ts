/**
 * Works the point of a crash round out again in the visitor's own browser. The client seeds of the round's first bets are
 * mixed, and the stream is that of `{mixed}:crash:{round}:0:{block}`. Its first 52 bits are the number `h`; the point is
 * `return_percent * 2^52 / (2^52 - h)` hundredths, rounded down, at least 100 and at most the cap.
 */

import { currentLocale } from '@/i18n/messages'
import { definitionHash } from './canonical'
import { chainStart, mixOf } from './sharedRound'
import { commitmentOf, Stream } from './stream'
import type { CrashDefinition } from './types'

/** What stands where a round has its currency. */
const PURPOSE = 'crash'
const NUMBERS = 1n << 52n
const ONE = 100n

/** What a point is made of. */
export interface CrashSeeds {
  server_seed: string
  mixed: string
  /** The number of the round; text when it may be beyond 2^53. */
  round: string
  return_percent: number
  max_multiplier: number
}

/** Draws the point of a round, in hundredths. */
export async function drawCrash({ server_seed, mixed, round, return_percent, max_multiplier }: CrashSeeds): Promise<number> {
  const stream = await Stream.open({ server_seed, client_seed: mixed, currency: PURPOSE, nonce: round }, 0)
  const high = BigInt(await stream.nextWord())
  const drawn = (high << 20n) | (BigInt(await stream.nextWord()) >> 12n)
  const point = (BigInt(return_percent) * NUMBERS) / (NUMBERS - drawn)
  const cap = BigInt(max_multiplier)
  return Number(point < ONE ? ONE : point > cap ? cap : point)
}

/** A round of a table that has ended. */
export interface EndedRound {
  id: string
  definition: CrashDefinition
  definition_hash: string
  chain_published: string
  chain_place: number
  server_seed_hash: string
  server_seed: string
  client_seeds: readonly string[]
  mixed: string | null
  point: number | null
}

export interface CrashProof {
  /** Whether the rules are those that the round names. */
  isByTheRules: boolean
  /** Whether the seed is the one that was promised. */
  isPromised: boolean
  /** Whether it stands where the chain that was published has it. */
  isOfChain: boolean
  /** Whether the seeds of the players are mixed in as they were given. */
  isMixed: boolean
  /** Whether both draw the point that is named. */
  isDrawn: boolean
}

/** Checks a round. Going back to the start of its chain takes a hash for each round before it. */
export async function verifyCrash(round: EndedRound): Promise<CrashProof> {
  const { server_seed, definition, client_seeds } = round
  const mixed = await mixOf(client_seeds)
  const { return_percent, max_multiplier } = definition
  return {
    isByTheRules: (await definitionHash(definition)) === round.definition_hash,
    isPromised: (await commitmentOf(server_seed)) === round.server_seed_hash,
    isOfChain: (await chainStart(server_seed, round.chain_place)) === round.chain_published,
    isMixed: mixed === round.mixed,
    isDrawn: (await drawCrash({ server_seed, mixed, round: round.id, return_percent, max_multiplier })) === round.point,
  }
}

/** Hundredths as a multiple, such as `2.50×`. */
export function timesText(hundredths: number): string {
  const format = new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${format.format(hundredths / 100)}×`
}
