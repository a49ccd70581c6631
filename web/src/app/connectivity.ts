import type { QueryClient } from '@tanstack/react-query'
import { onReconnect } from '@/platform/connectivity'

/** Asks again for whatever is on show and did not come, once the server is back. Returns how to stop. */
export function refetchOnReconnect(client: QueryClient): () => void {
  return onReconnect(() => {
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
}
