import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { playerQuery } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import { noteHash } from '@/domain/seenHashes'

/** The seeds of a wallet's rounds: the one in use stays secret, only its hash is told. */
export type Fairness = NonNullable<Answer<'GET', '/api/player/fairness'>>

/** A server seed that is no longer in use, open for checking. */
export type RevealedSeed = Fairness['revealed'][number]

/** Null before the wallet's first game was opened: the operator has not committed itself yet. */
export const fairnessQuery = (currency: string) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'fairness', currency],
    queryFn: async ({ client, signal }): Promise<Fairness | null> =>
      noted(client, currency, await request('GET', '/api/player/fairness', { query: { currency }, signal })),
    staleTime: STALE_MS.live,
  })

/** Notes the hashes of the seed in use and of the one after it, so that a check can tell later whether they are still the same. */
function noted<Seeds extends Fairness | null>(client: QueryClient, currency: string, seeds: Seeds): Seeds {
  const player = client.getQueryData(playerQuery.queryKey)
  if (seeds && player) {
    noteHash(player.id, currency, seeds.seed_no, seeds.server_seed_hash)
    noteHash(player.id, currency, seeds.seed_no + 1, seeds.next_server_seed_hash)
  }
  return seeds
}

/** Retires the server seed in use, which reveals it, and starts the next one with the player's own seed. */
export async function rotateSeeds(client: QueryClient, currency: string, clientSeed: string, idempotencyKey: string): Promise<Fairness> {
  const fairness = await request('POST', '/api/player/fairness/rotation', { body: { currency, client_seed: clientSeed }, idempotencyKey })
  client.setQueryData(fairnessQuery(currency).queryKey, noted(client, currency, fairness))
  await client.invalidateQueries({ queryKey: [PLAYER_SCOPE, 'fairness', 'round'] })
  return fairness
}
