import { queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_FIELDS, type PlayerFields } from '@/lib/player/fields'
import { logError } from '@/lib/log'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** Which data of a player the house asks for, and where. */
export const playerFieldsQuery = queryOptions({
  queryKey: ['info', 'player-fields'],
  queryFn: async ({ signal }) => {
    try {
      return await request<PlayerFields>('GET', '/api/info/player_fields', { signal })
    } catch (error) {
      logError('LOAD_PLAYER_FIELDS_ERROR', error)
      throw error
    }
  },
  staleTime: STALE_MS.reference,
})

/** The fields, or the default set when they cannot be had; undefined before the first answer. */
export function usePlayerFields(): PlayerFields | undefined {
  const { data, isError } = useQuery(playerFieldsQuery)
  return data ?? (isError ? DEFAULT_FIELDS : undefined)
}
