import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'

/** The visitor's IP address as the server sees it. It changes with the visitor's network, so no answer counts as fresh. */
export const currentIpQuery = queryOptions({
  queryKey: ['info', 'current-ip'],
  queryFn: async ({ signal }) => (await request('GET', '/api/current_ip', { signal })).ip,
})
