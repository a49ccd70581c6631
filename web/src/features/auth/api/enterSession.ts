import type { QueryClient } from '@tanstack/react-query'
import { MINE } from '@/api/keys'
import { playerQuery } from '@/api/session/player'
import { settingsQuery } from '@/api/session/settings'
import { markSessionChange } from '@/api/session/signOut'

/** Turns the page from a guest's to a player's: who it is first, the rest as it is shown. */
export async function enterSession(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: [MINE] })
  await client.fetchQuery({ ...playerQuery, staleTime: 0 })
  void client.invalidateQueries({ queryKey: settingsQuery.queryKey })
  markSessionChange('in')
}
