import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { playerQuery } from '@/api/session/player'
import { randomClientSeed } from '@/domain/clientSeed'
import { hasSeenHashes, noteHash } from '@/domain/seenHashes'

/** A client seed that is drawn after the server has committed to its own seed: the commitment is noted first. */
const firstSeedQuery = (player: number, currency: string) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'first-seed', player, currency],
    queryFn: async ({ signal }) => {
      const promised = await request('POST', '/api/player/fairness/promise', { body: { currency }, signal })
      noteHash(player, currency, promised.seed_no, promised.server_seed_hash)
      return randomClientSeed()
    },
    // One for all tries to open the first game.
    staleTime: Infinity,
    retry: false,
  })

/**
 * The client seed of a wallet's first pair, for the first game that this browser opens with it. Undefined where the
 * server's commitment is known, and where it cannot be had: then a game opens all the same.
 */
export async function firstSeed(client: QueryClient, currency: string): Promise<string | undefined> {
  const player = client.getQueryData(playerQuery.queryKey)
  if (!player) return undefined
  const query = firstSeedQuery(player.id, currency)
  const drawn = client.getQueryData(query.queryKey)
  if (drawn !== undefined || hasSeenHashes(player.id, currency)) return drawn
  return client.fetchQuery(query).catch(() => undefined)
}
