import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
import { call } from './client'

/** How often an open page looks again. */
const LOOK_MS = 10_000

/** How the house does. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => call('GET', '/api/operations', { headers: BACKGROUND, signal }),
  refetchInterval: LOOK_MS,
})
