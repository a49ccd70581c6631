import { queryOptions } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import type { BaccaratDefinition, CrashDefinition, DealtCard } from '../model/types'

type Proof = Answer<'GET', '/api/tables/rounds/{id}'>

/** Everything it takes to recompute a round of a table; `server_seed` is null until it has ended. */
export type TableRoundProof = Omit<Proof, 'definition' | 'cards'> & { definition: CrashDefinition | BaccaratDefinition; cards: DealtCard[] }

/** The description leaves open what games alone know: the definition is that of `../model/types`. */
const proofOf = (proof: Proof) => proof as unknown as TableRoundProof

export const tableRoundQuery = (id: string) =>
  queryOptions({
    queryKey: ['fairness', 'table', id],
    queryFn: async ({ signal }) => proofOf(await request('GET', '/api/tables/rounds/{id}', { path: { id }, signal })),
    staleTime: 0,
  })
