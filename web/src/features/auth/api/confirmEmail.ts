import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { ApiError } from '@/api/errors'
import { playerQuery } from '@/api/session/player'

/**
 * Confirms the address that the mail with `token` went to. A token counts once, so a refusal may come after a call whose
 * answer was lost: it is a success when the player's address was confirmed since this page was opened.
 */
export async function confirmEmail(client: QueryClient, token: string): Promise<void> {
  // A quick press comes before the answer that says who is signed in.
  const before = await client.ensureQueryData(playerQuery).catch(() => null)
  try {
    await request('GET', '/api/users/confirmation', { query: { confirmation_token: token } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    const now = await client.fetchQuery({ ...playerQuery, staleTime: 0 }).catch(() => null)
    const isDone = before && now?.id === before.id && now.confirmed_at !== null && (before.confirmed_at === null || now.email !== before.email)
    if (!isDone) throw error
  }
  await client.invalidateQueries({ queryKey: playerQuery.queryKey })
}
