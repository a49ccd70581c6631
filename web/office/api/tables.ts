import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
import { call } from './client'
import { useList, type List } from './lists'
import type { ClosedFor, TableRound } from './types'

/** Key of everything about tables. */
export const TABLES = ['tables']

/** How often an open page looks again. */
const LOOK_MS = 5_000

/** Tables with how they stand, and what they returned in these days. */
export const tablesQuery = (period: { from: string; to: string }) =>
  queryOptions({
    queryKey: [...TABLES, period],
    queryFn: ({ signal }) => call('GET', '/api/tables', { query: period, headers: BACKGROUND, signal }),
    refetchInterval: LOOK_MS,
  })

/** The rounds of a table, newest first. */
export function useTableRounds(provider: string, slug: string): List<TableRound> {
  return useList([...TABLES, 'rounds', provider, slug], async (after: string | null, signal) => {
    const query = { after: after === null ? null : Number(after) }
    const { rounds, next } = await call('GET', '/api/tables/{provider}/{slug}/rounds', { path: { provider, slug }, query, signal })
    return { rows: rounds, next }
  })
}

/** What players are shown to work a round out again. */
export const tableRoundQuery = (id: string) =>
  queryOptions({ queryKey: [...TABLES, 'round', id], queryFn: ({ signal }) => call('GET', '/api/tables/rounds/{id}', { path: { id }, signal }) })

/** The address of a table's game in its two parts. */
export function tablePath(identifier: string): { provider: string; slug: string } {
  const [provider = '', slug = ''] = identifier.split('/')
  return { provider, slug }
}

export function closeTable(identifier: string, told: ClosedFor, reason: string, idempotencyKey: string) {
  return call('POST', '/api/tables/{provider}/{slug}/close', { path: tablePath(identifier), body: { told, reason }, idempotencyKey })
}

export function openTable(identifier: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/tables/{provider}/{slug}/open', { path: tablePath(identifier), body: { reason }, idempotencyKey })
}
