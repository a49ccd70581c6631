import type { QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import type { Player } from '../types'
import { playerFrom, playerQuery } from './player'

/** Fields of the player's data with their new values. */
export type PlayerChanges = Record<string, string | boolean | null>

/** Saves changes of the player's data and shows them everywhere. */
export async function updatePlayer(client: QueryClient, changes: PlayerChanges): Promise<Player> {
  const player = await request<Player>('PATCH', '/api/player', { body: { player: changes } })
  client.setQueryData(playerQuery.queryKey, playerFrom(player))
  return player
}
