import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { DOCUMENTS } from './documents'
import { useList, type List } from './lists'
import { PLAYERS } from './players'
import type { IdentityCheck } from './types'

/** Key of the check of a player by the identity partner. */
export const identityCheckKey = (player: number) => [...PLAYERS, player, 'identity_check']

/** Checks that wait for staff, the oldest first. */
export function useWaitingChecks(): List<IdentityCheck> {
  return useList([...DOCUMENTS, 'checks'], async (after: string | null, signal) => {
    const { checks, next } = await call('GET', '/api/identity_checks', { query: { after: after === null ? null : Number(after) }, signal })
    return { rows: checks, next }
  })
}

export const identityCheckQuery = (player: number) =>
  queryOptions({
    queryKey: identityCheckKey(player),
    queryFn: ({ signal }) => call('GET', '/api/players/{id}/identity_check', { path: { id: player }, signal }),
    refetchOnWindowFocus: true,
  })

/** Profile and document side by side; the log keeps who reads it. */
export function compareIdentityCheck(player: number) {
  return call('GET', '/api/players/{id}/identity_check/compared', { path: { id: player } })
}

/** Decides about the attempt that was on show. */
export function decideIdentityCheck(player: number, verdict: 'approve' | 'reject', body: { attempt: number; reason: string }, idempotencyKey: string) {
  return verdict === 'approve'
    ? call('POST', '/api/players/{id}/identity_check/approve', { path: { id: player }, body, idempotencyKey })
    : call('POST', '/api/players/{id}/identity_check/reject', { path: { id: player }, body, idempotencyKey })
}
