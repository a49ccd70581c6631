import { queryOptions } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import type { Bet, Definition, Step } from '../model/types'

type Proof = Answer<'GET', '/api/player/fairness/rounds/{id}'>

/** Everything it takes to recompute a round; `seed.server_seed` is null while the seed is in use. */
export type RoundProof = Omit<Proof, 'bets' | 'game' | 'round'> & {
  bets: Bet[]
  game: Proof['game'] & { definition: Definition }
  round: Omit<Proof['round'], 'steps'> & { steps: Step[] }
}

/** The description leaves open what games alone know: bets, definition and steps are those of `../model/types`. */
const proofOf = (proof: Proof) => proof as unknown as RoundProof

export const roundQuery = (id: string) =>
  queryOptions({
    queryKey: [PLAYER_SCOPE, 'fairness', 'round', id],
    queryFn: async ({ signal }) => proofOf(await request('GET', '/api/player/fairness/rounds/{id}', { path: { id }, signal })),
    staleTime: 0,
  })
