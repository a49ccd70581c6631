import { queryOptions } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { download } from '@/api/download'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'

const EXPORTS = '/api/player/data_exports'
const CLOSING = '/api/player/closing'

/** A copy of the player's data. */
export type DataExport = Answer<'GET', typeof EXPORTS>['exports'][number]

/** What the end of the account would mean. */
export type Closing = Answer<'GET', typeof CLOSING>

/** How often it is looked whether a copy is ready, where no frame comes. */
const LOOK_MS = 10_000

/** The copies that the player has asked for. The frames about documents tell of them too, so they stand under that key. */
export const exportsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'documents', 'exports'],
  queryFn: ({ signal }) => request('GET', EXPORTS, { signal }),
  staleTime: STALE_MS.live,
  refetchInterval: ({ state }) => (state.data?.exports.some((copy) => copy.state === 'asked') ? LOOK_MS : false),
})

export function askForData(idempotencyKey: string) {
  return request('POST', EXPORTS, { idempotencyKey })
}

export function takeData({ id }: DataExport): Promise<void> {
  return download(`${EXPORTS}/${id}/file`, `data-${id}.json`)
}

export const closingQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'closing'],
  queryFn: ({ signal }) => request('GET', CLOSING, { signal }),
  staleTime: 0,
})

export function closeAccount(reason: string, idempotencyKey: string) {
  return request('POST', CLOSING, { body: { reason }, idempotencyKey })
}
