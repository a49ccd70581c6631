/**
 * Works the hidden point of a jackpot out again in the visitor's own browser. Its stream is that of
 * `{jackpot}:jackpot:{cycle}:{level}:{block}`: the point is what the cycle began with, plus one, plus a number below the distance
 * to what it had to be won by.
 */

import { commitmentOf, Stream } from './stream'

/** What stands where a round has its currency. */
const PURPOSE = 'jackpot'

/** What a point is made of. */
export interface PointSeeds {
  server_seed: string
  jackpot: string
  /** 1 is gold, 2 silver, 3 bronze. */
  level: number
  /** The number of the cycle; text when it may be beyond 2^53. */
  cycle: string
  seed_amount: number
  must_hit_by: number
}

/** Draws the point of a cycle. */
export async function drawPoint({ server_seed, jackpot, level, cycle, seed_amount, must_hit_by }: PointSeeds): Promise<number> {
  const stream = await Stream.open({ server_seed, client_seed: jackpot, currency: PURPOSE, nonce: cycle }, level)
  return seed_amount + 1 + (await stream.uniform(must_hit_by - seed_amount))
}

/** A cycle that was won, as far as its point is concerned. */
export interface WonCycle {
  level: number
  cycle: number
  seed_cents: number
  must_hit_by_cents: number
  server_seed_hash: string
  server_seed: string
  point_cents: number
  amount_cents: number
}

export interface PointProof {
  /** Whether the seed is the one that was promised. */
  isPromised: boolean
  /** Whether the seed draws the point that is named. */
  isDrawn: boolean
  /** Whether the amount had reached the point when it was won. */
  isReached: boolean
}

/** Checks a cycle that was won. */
export async function verifyPoint(jackpot: string, won: WonCycle): Promise<PointProof> {
  const { server_seed, level, seed_cents: seed_amount, must_hit_by_cents: must_hit_by } = won
  const point = await drawPoint({ server_seed, jackpot, level, cycle: String(won.cycle), seed_amount, must_hit_by })
  return {
    isPromised: (await commitmentOf(server_seed)) === won.server_seed_hash,
    isDrawn: point === won.point_cents,
    isReached: won.amount_cents >= won.point_cents,
  }
}
