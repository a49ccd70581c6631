import type { QueryClient } from '@tanstack/react-query'
import { playerQuery } from '@/api/session/player'
import { dropAnswers, forgetPlayer, markSessionChange } from '@/api/session/signOut'

/**
 * Asks anew who is signed in, after every session of some player has ended: the one of this browser may be over, or another
 * player's, which lives on.
 */
export async function recheckSession(client: QueryClient): Promise<void> {
  dropAnswers(client)
  const player = await client.fetchQuery({ ...playerQuery, staleTime: 0 }).catch(() => undefined)
  if (player === null) {
    forgetPlayer(client)
    markSessionChange('out')
  } else {
    await client.invalidateQueries()
  }
}
