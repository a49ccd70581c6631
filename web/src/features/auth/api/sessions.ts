import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'

const PATH = '/api/player/sessions'

/** The player's open sessions, the one that was used last first. */
export const sessionsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'sessions'],
  queryFn: ({ signal }) => request('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
  refetchOnMount: 'always',
})

/** Ends one session; its pages and games close at once. */
export async function endSession(id: string, idempotencyKey: string): Promise<void> {
  await request('DELETE', '/api/player/sessions/{id}', { path: { id }, idempotencyKey })
}

/** Ends every session but this one. */
export async function endOtherSessions(idempotencyKey: string): Promise<void> {
  await request('DELETE', PATH, { idempotencyKey })
}
