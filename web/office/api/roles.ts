import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { Permission } from './types'

/** Key of everything about roles. */
export const ROLES = ['roles']

/** Every role, who has it, and what waits for a second member. */
export const rolesQuery = queryOptions({ queryKey: ROLES, queryFn: ({ signal }) => call('GET', '/api/roles', { signal }), refetchOnWindowFocus: true })

/** What was asked for about a role of the installation, the newest first. */
export const roleHistoryQuery = (id: string) =>
  queryOptions({ queryKey: [...ROLES, id], queryFn: ({ signal }) => call('GET', '/api/roles/{id}', { path: { id }, signal }) })

export interface RoleForm {
  name: string
  permissions: Permission[]
  reason: string
}

export function makeRole(body: RoleForm, idempotencyKey: string) {
  return call('POST', '/api/roles', { body, idempotencyKey })
}

/** Asks for another version of a role, after the version `seen`. */
export function changePermissions(id: string, seen: number, form: RoleForm, idempotencyKey: string) {
  return call('POST', '/api/roles/{id}/change', { path: { id }, body: { ...form, seen }, idempotencyKey })
}

export function withdrawRole(id: string, seen: number, reason: string, idempotencyKey: string) {
  return call('POST', '/api/roles/{id}/withdraw', { path: { id }, body: { seen, reason }, idempotencyKey })
}

export function approveRole(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/role-changes/{id}/approve', { path: { id }, body: { reason }, idempotencyKey })
}

export function refuseRole(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/role-changes/{id}/refuse', { path: { id }, body: { reason }, idempotencyKey })
}
