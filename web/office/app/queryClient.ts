import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/errors'
import { meQuery } from '../api/me'

/** How long a list that was left is shown again without being asked for. */
const FRESH_MS = 5_000

/**
 * The one cache. Calls are tried again by the transport, so the cache does not. What a role forbids may have been taken in
 * the meantime: a refusal makes the office ask anew what its user may do.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 403) void client.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== meQuery.queryKey[0] && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: FRESH_MS },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
