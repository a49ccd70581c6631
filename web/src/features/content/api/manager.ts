import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'

/** Who looks after a player in `groups`; null when nobody does. */
export function managerQuery(groups: readonly number[]) {
  return queryOptions({
    queryKey: ['config', 'manager', groups],
    queryFn: ({ signal }) => request('POST', '/api/fe/config/managers', { body: { userGroups: [...groups] }, signal }),
    staleTime: STALE_MS.reference,
    enabled: groups.length > 0,
  })
}
