import { request } from '@/api/client'
import type { SportVisit } from '@/api/types'

/** Asks where the sports site is for this visitor, with a fresh token for a player. */
export function beginSportVisit(signal: AbortSignal): Promise<SportVisit> {
  return request('POST', '/api/sport/visits', { signal })
}
