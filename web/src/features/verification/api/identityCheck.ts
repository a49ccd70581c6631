import { request } from '@/api/client'
import type { IdentityCheckStart } from '@/api/types'

/** The way to the page of the identity partner, which is good for minutes. */
export function startIdentityCheck(): Promise<IdentityCheckStart> {
  return request('POST', '/api/player/identity_check')
}
