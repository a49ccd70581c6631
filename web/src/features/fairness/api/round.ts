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
    /** What it moved in the wallet, when that is in another currency. */
    wallet: { currency: string; stake_cents: number; win_cents: number; rate: string } | null
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
    /** The wallet's currency, for which the numbers are drawn. */
    currency: string
  }
}

export const roundQuery = (id: string) =>
  queryOptions({
    queryKey: [MINE, 'fairness', 'round', id],
    queryFn: ({ signal }) => request<RoundProof>('GET', `/api/player/fairness/rounds/${encodeURIComponent(id)}`, { signal }),
    staleTime: 0,
  })
