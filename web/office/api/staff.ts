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

export function changeRole(id: string, role: string, idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/role', { path: { id }, body: { role }, idempotencyKey })
}

export function bindToBrands(id: string, brands: readonly string[], idempotencyKey: string) {
  return call('POST', '/api/staff/{id}/brands', { path: { id }, body: { brands: [...brands] }, idempotencyKey })
}
