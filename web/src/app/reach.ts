import type { QueryClient } from '@tanstack/react-query'
import { onBack } from '@/lib/reach'

/** Asks again for whatever is on show and did not come, once the house is back. Returns how to stop. */
export function watchReach(client: QueryClient): () => void {
  return onBack(() => {
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
}
