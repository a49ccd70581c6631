import { queryOptions } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { ApiError } from '@/api/errors'
import { STALE_MS } from '@/api/staleTimes'

/** Where the list of commitments is downloaded. */
export const COMMITMENTS_FILE = '/api/fairness/commitments.csv'

/** The program that mirrors the list and checks it. */
export const MIRROR = '/verify/mirror.py'

/** An entry of the list: a hash that the operator has published, and since when. */
export type Commitment = Answer<'GET', '/api/fairness/commitments/{server_seed_hash}'>

/** Where the list of commitments ends. */
export const commitmentsEndQuery = queryOptions({
  queryKey: ['fairness', 'commitments'],
  queryFn: ({ signal }) => request('GET', '/api/fairness/commitments', { query: { limit: 1 }, signal }),
  staleTime: STALE_MS.live,
})

/** Where a hash stands in the list; null while it does not stand there. */
export const commitmentQuery = (hash: string) =>
  queryOptions({
    queryKey: ['fairness', 'commitments', hash],
    queryFn: async ({ signal }): Promise<Commitment | null> => {
      try {
        return await request('GET', '/api/fairness/commitments/{server_seed_hash}', { path: { server_seed_hash: hash }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: STALE_MS.live,
  })
