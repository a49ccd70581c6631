import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_FIELDS, type PlayerFields } from '@/domain/player/fields'
import { logError } from '@/platform/log'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** Which data of a player the server asks for, and where: under the player's licence, or for guests under that of `country`. */
export const playerFieldsQuery = (country?: string) =>
  queryOptions({
    queryKey: ['info', 'player-fields', country],
    queryFn: async ({ signal }): Promise<PlayerFields> => {
      try {
        return await request('GET', '/api/info/player_fields', { query: { country: country || undefined }, signal })
      } catch (error) {
        logError('LOAD_PLAYER_FIELDS_ERROR', error)
        throw error
      }
    },
    staleTime: STALE_MS.reference,
  })

/** The fields, or the default set when they cannot be had; undefined before the first answer. */
export function usePlayerFields(country?: string): PlayerFields | undefined {
  // Those of the last country stay while another's are on their way.
  const { data, isError } = useQuery({ ...playerFieldsQuery(country), placeholderData: keepPreviousData })
  return data ?? (isError ? DEFAULT_FIELDS : undefined)
}
