import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { PLAYERS } from './players'

/** Whether a player's account is closed, and which copies of data were asked for. */
export const privacyQuery = (id: number) =>
  queryOptions({ queryKey: [...PLAYERS, id, 'privacy'], queryFn: ({ signal }) => call('GET', '/api/players/{id}/privacy', { path: { id }, signal }) })

export function closeAccount(id: number, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/close', { path: { id }, body: { reason }, idempotencyKey })
}

export function reopenAccount(id: number, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/reopen', { path: { id }, body: { reason }, idempotencyKey })
}
