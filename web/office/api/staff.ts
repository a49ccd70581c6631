import { queryOptions } from '@tanstack/react-query'
import { call } from './client'

/** All members of staff. */
export const staffQuery = queryOptions({ queryKey: ['staff'], queryFn: ({ signal }) => call('GET', '/api/staff', { signal }), refetchOnWindowFocus: true })

export interface Invitee {
  email: string
  name: string
  /** The id of a role. */
  role: string
  /** Ids of the brands whose players alone the member works with; all of them when there are none. */
  brands: string[]
}

export function inviteMember(body: Invitee, idempotencyKey: string) {
  return call('POST', '/api/staff', { body, idempotencyKey })
}

export function dismissMember(id: string, idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/dismiss', { path: { id }, idempotencyKey })
}

export interface WantedAccess {
  /** The id of a role. */
  role: string
  /** Ids of the brands whose players alone the member works with; all of them when there are none. */
  brands: string[]
  reason: string
}

/** Asks for another role or other brands of a colleague; a second member has to approve it. */
export function askForAccess(id: string, body: WantedAccess, idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/access', { path: { id }, body, idempotencyKey })
}

export function approveAccess(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/access-changes/{id}/approve', { path: { id }, body: { reason }, idempotencyKey })
}

export function refuseAccess(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/access-changes/{id}/refuse', { path: { id }, body: { reason }, idempotencyKey })
}
