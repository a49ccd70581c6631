import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'

/** A server seed that is no longer in use, open for checking. */
export interface RevealedSeed {
  seed_no: number
  server_seed: string
  server_seed_hash: string
  client_seed: string
  first_nonce: number
  last_nonce: number
  revealed_at: string
}

/** The seeds of a wallet's rounds: the one in use stays secret, only its hash is told. */
export interface Fairness {
  currency: string
  seed_no: number
  server_seed_hash: string
  next_server_seed_hash: string
  client_seed: string
  /** Rounds played under the seed in use. */
  nonce: number
  revealed: RevealedSeed[]
}

export const fairnessQuery = (currency: string) =>
  queryOptions({
    queryKey: [MINE, 'fairness', currency],
    queryFn: ({ signal }) => request<Fairness>('GET', '/api/player/fairness', { query: { currency }, signal }),
    staleTime: STALE_MS.live,
  })

/** Retires the server seed in use, which reveals it, and starts the next one with the player's own seed. */
export async function rotateSeeds(client: QueryClient, currency: string, clientSeed: string): Promise<Fairness> {
  const fairness = await request<Fairness>('POST', '/api/player/fairness/rotation', { body: { currency, client_seed: clientSeed } })
  client.setQueryData(fairnessQuery(currency).queryKey, fairness)
  await client.invalidateQueries({ queryKey: [MINE, 'fairness', 'round'] })
  return fairness
}
