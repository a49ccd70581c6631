import type { QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import type { Player } from '../types'
import { playerFrom, playerQuery } from './player'

/** Fields of the player's data with their new values. */
export type PlayerChanges = Record<string, string | boolean | null>

/** Saves changes of the player's data and shows them everywhere. */
export async function updatePlayer(client: QueryClient, changes: PlayerChanges, idempotencyKey: string): Promise<Player> {
  const player = await request('PATCH', '/api/player', { body: { player: changes }, idempotencyKey })
  client.setQueryData(playerQuery.queryKey, playerFrom(player))
  return player
}
