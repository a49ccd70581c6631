/**
 * Works the draw of a lottery out again in the player's own browser. Its stream is that of
 * `{slug}:lottery:{tickets}:0:{block}`: numbers from 1 to `tickets`, one after the other for each place. A number that has
 * won already is passed over.
 */

import { commitmentOf, Stream } from './stream'

/** What stands where a round has its currency. */
const PURPOSE = 'lottery'

/** Draws the tickets of the first `places` places, the winner first; fewer when fewer were sold. */
export async function drawTickets(server_seed: string, slug: string, tickets: number, places: number): Promise<number[]> {
  const stream = await Stream.open({ server_seed, client_seed: slug, currency: PURPOSE, nonce: tickets }, 0)
  const drawn = new Set<number>()
  while (drawn.size < Math.min(places, tickets)) drawn.add((await stream.uniform(tickets)) + 1)
  return [...drawn]
}

/** A drawn lottery, as far as its draw is concerned. */
export interface DrawnLottery {
  slug: string
  server_seed: string
  server_seed_hash: string
  tickets_count: number
  prizes: readonly { to: number }[]
  winners: readonly { ticket: number }[]
}

export interface LotteryProof {
  /** Whether the seed is the one that was promised. */
  isPromised: boolean
  /** Whether the seed and the number of tickets draw these winners. */
  isDrawn: boolean
}

/** Checks a drawn lottery. */
export async function verifyLottery(lottery: DrawnLottery): Promise<LotteryProof> {
  const { slug, server_seed, server_seed_hash, tickets_count, prizes, winners } = lottery
  const drawn = await drawTickets(server_seed, slug, tickets_count, prizes.at(-1)?.to ?? 0)
  return {
    isPromised: (await commitmentOf(server_seed)) === server_seed_hash,
    isDrawn: drawn.length === winners.length && winners.every(({ ticket }, place) => ticket === drawn[place]),
  }
}
