import { request, type Body } from '@/api/client'
import type { UserLimit } from '@/api/types'

/** A cap, or a pause without one. */
export type NewLimit = Body<'POST', '/api/user_limits'>

/** Sets or changes a limit. */
export function setLimit(body: NewLimit, idempotencyKey: string): Promise<UserLimit> {
  return request('POST', '/api/user_limits', { body, idempotencyKey })
}

/** Asks for the end of a limit. */
export function removeLimit(id: string, idempotencyKey: string): Promise<UserLimit> {
  return request('DELETE', '/api/user_limits/{id}', { path: { id }, idempotencyKey })
}

/** Takes back a change that waits. */
export function cancelChange(path: { id: string; change: string }, idempotencyKey: string): Promise<UserLimit> {
  return request('DELETE', '/api/user_limits/{id}/changes/{change}', { path, idempotencyKey })
}
