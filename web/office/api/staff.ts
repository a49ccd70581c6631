import { queryOptions } from '@tanstack/react-query'
import { call } from './client'

/** All members of staff. */
export const staffQuery = queryOptions({ queryKey: ['staff'], queryFn: ({ signal }) => call('GET', '/api/staff', { signal }), refetchOnWindowFocus: true })

export interface Invitee {
  email: string
  name: string
  /** The id of a role. */
  role: string
  /** Brand scope; empty means every brand. */
  brands: string[]
}

/** The answer's `link` is shown once; re-inviting keeps the earlier role and brands. */
export function inviteMember(body: Invitee, idempotencyKey: string) {
  return call('POST', '/api/staff', { body, idempotencyKey })
}

export function dismissMember(id: string, idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/dismiss', { path: { id }, idempotencyKey })
}

export interface AccessRequest {
  /** The id of a role. */
  role: string
  /** Brand scope; empty means every brand. */
  brands: string[]
  reason: string
}

/** Asks for another role or other brands of a colleague; a second member has to approve it. */
export function askForAccess(id: string, body: AccessRequest, idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/access', { path: { id }, body, idempotencyKey })
}

export function approveAccess(changeId: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/access-changes/{id}/approve', { path: { id: changeId }, body: { reason }, idempotencyKey })
}

export function refuseAccess(changeId: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/access-changes/{id}/refuse', { path: { id: changeId }, body: { reason }, idempotencyKey })
}
