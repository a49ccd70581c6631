import type { QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import { playerQuery } from './player'

/** Puts the signed-in player into groups; the server allows those that are marks of what was seen. */
export async function joinGroups(client: QueryClient, groups: number[]): Promise<void> {
  await request('POST', '/api/player/groups', { body: { groups: { add: groups } } })
  await client.invalidateQueries({ queryKey: playerQuery.queryKey })
}
