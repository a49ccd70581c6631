import { call } from './client'
import { useList, type List } from './lists'
import type { ClientLogGroup } from './types'

export const LEVELS = ['error', 'warning', 'info', 'debug'] as const
export const PERIODS = ['day', 'week', 'all'] as const

export interface ClientLogFilter {
  /** Of which level; of every one when it is missing. */
  level?: (typeof LEVELS)[number]
  period: (typeof PERIODS)[number]
  query: string
}

/** What browsers have written to the log, the latest first; entries that say the same are one row. */
export function useClientLog({ level, period, query }: ClientLogFilter): List<ClientLogGroup> {
  return useList(['client-log', level, period, query], async (after: number | null, signal) => {
    const { groups, next } = await call('GET', '/api/client-log', { query: { level: level ?? null, period, query, after: after ?? 0 }, signal })
    return { rows: groups, next }
  })
}
