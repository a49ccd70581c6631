import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { ApiError } from '@/api/errors'
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

/** Null before the wallet's first game was opened: the house has not committed itself yet. */
export const fairnessQuery = (currency: string) =>
  queryOptions({
    queryKey: [MINE, 'fairness', currency],
    queryFn: ({ signal }) => seedsOf(currency, signal),
    staleTime: STALE_MS.live,
  })

async function seedsOf(currency: string, signal: AbortSignal): Promise<Fairness | null> {
  try {
    return await request<Fairness>('GET', '/api/player/fairness', { query: { currency }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Retires the server seed in use, which reveals it, and starts the next one with the player's own seed. */
export async function rotateSeeds(client: QueryClient, currency: string, clientSeed: string): Promise<Fairness> {
  const fairness = await request<Fairness>('POST', '/api/player/fairness/rotation', { body: { currency, client_seed: clientSeed } })
  client.setQueryData(fairnessQuery(currency).queryKey, fairness)
  await client.invalidateQueries({ queryKey: [MINE, 'fairness', 'round'] })
  return fairness
}
