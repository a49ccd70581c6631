import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from './client'
import type { List } from './lists'
import type { Coin, UnreadCoin } from './types'

/** Key of everything about coins that came to lasting addresses. */
export const COINS = ['coins']

export type CoinFilter = 'held' | 'all'

interface CoinList extends List<Coin> {
  /** Lines of partners' lists that could not be taken, as the first part of the list brought them. */
  unread: UnreadCoin[] | undefined
}

/** Coins that are held or go back, or all that came. */
export function useCoins(state: CoinFilter): CoinList {
  const query = useInfiniteQuery({
    queryKey: [...COINS, state],
    queryFn: ({ pageParam, signal }) => call('GET', '/api/coins', { query: { state, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: true,
  })
  return {
    unread: query.data?.pages[0]?.unread,
    rows: query.data?.pages.flatMap(({ coins }) => coins),
    error: query.error,
    hasMore: query.hasNextPage,
    isAskingForMore: query.isFetchingNextPage,
    askForMore: () => void query.fetchNextPage(),
    askAgain: () => void query.refetch(),
  }
}

export function creditCoin(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/coins/{id}/credit', { path: { id }, body: { reason }, idempotencyKey })
}

/** Sends coins back: at once to an address that is known, else once another member has approved it. */
export function returnCoin(id: string, address: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/coins/{id}/return', { path: { id }, body: { address, reason }, idempotencyKey })
}

export function approveCoin(id: string, address: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/coins/{id}/approve', { path: { id }, body: { address, reason }, idempotencyKey })
}

export function refuseCoin(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/coins/{id}/refuse', { path: { id }, body: { reason }, idempotencyKey })
}
