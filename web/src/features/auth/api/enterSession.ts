import type { QueryClient } from '@tanstack/react-query'
import { playerQuery } from '@/api/session/player'
import { settingsQuery } from '@/api/session/settings'
import { dropAnswers, markSessionChange } from '@/api/session/signOut'

/** Turns the page from a guest's to a player's: who it is first, the rest as it is shown. */
export async function enterSession(client: QueryClient): Promise<void> {
  dropAnswers(client)
  await client.fetchQuery({ ...playerQuery, staleTime: 0 })
  void client.invalidateQueries({ queryKey: settingsQuery.queryKey })
  // A guest is asked what the country asks, a player what the licence of the account does.
  void client.invalidateQueries({ queryKey: ['info', 'player-fields'] })
  markSessionChange('in')
}
