/**
 * Works the draw of a lootbox out again in the player's own browser. Its stream is that of
 * `{client_seed}:lootbox:{id}:0:{block}`: one number below the sum of the weights, of which each prize has as many as its
 * weight, in their order.
 */

import { commitmentOf, Stream } from './stream'

/** What stands where a round has its currency. */
const PURPOSE = 'lootbox'

/** What a draw is made of. */
export interface PrizeSeeds {
  server_seed: string
  client_seed: string
  /** The number of the box; text when it may be beyond 2^53. */
  number: string
}

/** Draws a prize; answers the number and the place of the prize among the weights. */
export async function drawPrize(seeds: PrizeSeeds, weights: readonly number[]): Promise<{ draw: number; prize: number }> {
  const { server_seed, client_seed, number } = seeds
  const stream = await Stream.open({ server_seed, client_seed, currency: PURPOSE, nonce: number }, 0)
  const draw = await stream.uniform(weights.reduce((sum, weight) => sum + weight, 0))
  let above = 0
  return { draw, prize: weights.findIndex((weight) => draw < (above += weight)) }
}

/** An opened box, as far as its draw is concerned. */
export interface OpenedBox {
  id: string
  server_seed_hash: string
  server_seed: string
  client_seed: string
  draw: number
  prize: string
  items: readonly { id: string; weight: number }[]
}

export interface PrizeProof {
  /** Whether the seed is the one that was promised. */
  isPromised: boolean
  /** Whether the seeds draw the number that the box names. */
  isDrawn: boolean
  /** Whether that number is of the prize that was given. */
  isGiven: boolean
}

/** Checks an opened box. */
export async function verifyPrize(box: OpenedBox): Promise<PrizeProof> {
  const drawn = await drawPrize(
    { server_seed: box.server_seed, client_seed: box.client_seed, number: box.id },
    box.items.map(({ weight }) => weight),
  )
  return {
    isPromised: (await commitmentOf(box.server_seed)) === box.server_seed_hash,
    isDrawn: drawn.draw === box.draw,
    isGiven: box.items[drawn.prize]?.id === box.prize,
  }
}
