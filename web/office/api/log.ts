import { call } from './client'
import { useList, type List } from './lists'
import type { StaffAction } from './types'

/** What members have done, newest first: of one member, about one player, or all of it. */
export function useStaffLog(member: string | null, player: number | null): List<StaffAction> {
  return useList(['log', member, player], async (after: string | null, signal) => {
    const { entries, next } = await call('GET', '/api/log', { query: { member, player, after: after === null ? null : Number(after) }, signal })
    return { rows: entries, next }
  })
}
