import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import type { Bet, Definition, Step } from '../model/types'

/** Everything it takes to recompute a round. */
export interface RoundProof {
  round: {
    id: string
    status: 'open' | 'finished'
    stake_cents: number
    win_cents: number
    currency: string
    steps: Step[]
    created_at: string
  }
  game: { identifier: string; title?: string; definition: Definition; definition_hash: string }
  stake_cents: number
  bets: Bet[]
  seed: {
    seed_no: number
    server_seed_hash: string
    /** Null while the seed is in use. */
    server_seed: string | null
    client_seed: string
    nonce: number
  }
}

export const roundQuery = (id: string) =>
  queryOptions({
    queryKey: [MINE, 'fairness', 'round', id],
    queryFn: ({ signal }) => request<RoundProof>('GET', `/api/player/fairness/rounds/${encodeURIComponent(id)}`, { signal }),
    staleTime: 0,
  })
