import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'

/** The address under which the operator sees the visitor. */
export const currentIpQuery = queryOptions({
  queryKey: ['info', 'current-ip'],
  queryFn: async ({ signal }) => (await request('GET', '/api/current_ip', { signal })).ip,
  staleTime: 0,
})
