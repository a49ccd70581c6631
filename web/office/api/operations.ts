import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
import { call } from './client'

/** How often an open page looks again. */
const LOOK_MS = 10_000

/** How the operator does. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => call('GET', '/api/operations', { headers: BACKGROUND, signal }),
  refetchInterval: LOOK_MS,
})

/** How often the servers are looked at: each says every two seconds that it is there. */
const SERVERS_LOOK_MS = 3_000

/** The servers of the operator, as they say of themselves. */
export const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: ({ signal }) => call('GET', '/api/servers', { headers: BACKGROUND, signal }),
  refetchInterval: SERVERS_LOOK_MS,
})

/** Brands, and whether their sites are closed for maintenance. */
export const maintenanceQuery = queryOptions({
  queryKey: ['maintenance'],
  queryFn: ({ signal }) => call('GET', '/api/maintenance', { headers: BACKGROUND, signal }),
  refetchInterval: LOOK_MS,
})

export function switchSite(brand: string, isOpen: boolean, reason: string, idempotencyKey: string) {
  return call('POST', isOpen ? '/api/maintenance/{brand}/open' : '/api/maintenance/{brand}/close', { path: { brand }, body: { reason }, idempotencyKey })
}
