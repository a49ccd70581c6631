import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { useList, type List } from './lists'
import type { Segment, SegmentRule } from './types'

/** Key of everything about segments. */
export const SEGMENTS = ['segments']

/** Segments of players: those in use, or those that were put away. */
export function useSegments(state: 'used' | 'archived'): List<Segment> {
  return useList([...SEGMENTS, 'list', state], async (after: string | null, signal) => {
    const { segments, next } = await call('GET', '/api/segments', { query: { state, after }, signal })
    return { rows: segments, next }
  })
}

/** Every segment in use, newest first, for a choice. */
export async function segmentsInUse(signal: AbortSignal, after: string | null = null): Promise<Segment[]> {
  const { segments, next } = await call('GET', '/api/segments', { query: { state: 'used', after }, signal })
  return next ? [...segments, ...(await segmentsInUse(signal, next))] : segments
}

export const segmentsInUseQuery = queryOptions({ queryKey: [...SEGMENTS, 'used'], queryFn: ({ signal }) => segmentsInUse(signal) })

/** What rules may name. */
export const segmentChoicesQuery = queryOptions({
  queryKey: [...SEGMENTS, 'choices'],
  queryFn: ({ signal }) => call('GET', '/api/segments/choices', { signal }),
  staleTime: Infinity,
})

export const segmentQuery = (id: string) =>
  queryOptions({ queryKey: [...SEGMENTS, 'one', id], queryFn: ({ signal }) => call('GET', '/api/segments/{id}', { path: { id }, signal }) })

export function countSegment(rule: SegmentRule) {
  return call('POST', '/api/segments/count', { body: { rule } })
}

export function createSegment(name: string, rule: SegmentRule, idempotencyKey: string) {
  return call('POST', '/api/segments', { body: { name, rule }, idempotencyKey })
}

export function saveSegment(id: string, revision: number, name: string, rule: SegmentRule, idempotencyKey: string) {
  return call('POST', '/api/segments/{id}', { path: { id }, body: { revision, name, rule }, idempotencyKey })
}

export function archiveSegment(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/segments/{id}/archive', { path: { id }, body: { reason }, idempotencyKey })
}
