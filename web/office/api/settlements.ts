import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from './client'
import type { List } from './lists'
import type { SettlementDay, SettlementDifference } from './types'

/** Key of everything about partners' files. */
export const SETTLEMENTS = ['settlements']

export type DifferenceFilter = 'open' | 'settled'

interface SettlementList extends List<SettlementDifference> {
  /** The newest days of all partners, as the first part of the list brought them. */
  days: SettlementDay[] | undefined
}

/** Days beside partners' files, and what differs: open, or explained and gone. */
export function useSettlements(state: DifferenceFilter): SettlementList {
  const query = useInfiniteQuery({
    queryKey: [...SETTLEMENTS, state],
    queryFn: ({ pageParam, signal }) => call('GET', '/api/settlements', { query: { state, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: true,
  })
  return {
    days: query.data?.pages[0]?.days,
    rows: query.data?.pages.flatMap(({ differences }) => differences),
    error: query.error,
    hasMore: query.hasNextPage,
    isAskingForMore: query.isFetchingNextPage,
    askForMore: () => void query.fetchNextPage(),
    askAgain: () => void query.refetch(),
  }
}

/** Lays a day beside the partner's file again. */
export function checkDay(partner: string, day: string, idempotencyKey: string) {
  return call('POST', '/api/settlements/check', { body: { partner, day }, idempotencyKey })
}

export function explainDifference(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/settlements/differences/{id}/explain', { path: { id }, body: { reason }, idempotencyKey })
}
