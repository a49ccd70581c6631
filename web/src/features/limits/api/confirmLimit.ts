import { request } from '@/api/client'
import type { ConfirmedLimit } from '@/api/types'

/** Confirms a looser limit with the token of the mail. */
export function confirmLimit(token: string, idempotencyKey: string): Promise<ConfirmedLimit> {
  return request('POST', '/api/user_limits/confirm', { body: { token }, idempotencyKey })
}
