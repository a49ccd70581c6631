import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { PLAYERS } from './players'

/** What registers of self-excluded people have said of a player, the newest first. */
export const registerAnswersQuery = (player: number) =>
  queryOptions({
    queryKey: [...PLAYERS, player, 'register_answers'],
    queryFn: async ({ signal }) => (await call('GET', '/api/players/{id}/register_answers', { path: { id: player }, signal })).answers,
  })
