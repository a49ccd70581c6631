import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { Role } from './types'

/** All members of staff. */
export const staffQuery = queryOptions({ queryKey: ['staff'], queryFn: ({ signal }) => call('GET', '/api/staff', { signal }), refetchOnWindowFocus: true })

export interface Invitee {
  email: string
  name: string
  role: Role
}

export function inviteMember(body: Invitee, idempotencyKey: string) {
  return call('POST', '/api/staff', { body, idempotencyKey })
}

export function dismissMember(id: string, idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/dismiss', { path: { id }, idempotencyKey })
}

export function changeRole(id: string, role: Role, idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/role', { path: { id }, body: { role }, idempotencyKey })
}
