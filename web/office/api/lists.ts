import { useInfiniteQuery, type InfiniteData, type QueryKey } from '@tanstack/react-query'

/** A part of a list, and where the next part begins; null at the list's end. */
interface Part<Row, Cursor> {
  rows: Row[]
  next: Cursor | null
}

/** A list that comes part by part, with what is needed to draw and to go on with it. */
export interface List<Row> {
  /** Undefined before the first answer. */
  rows: Row[] | undefined
  error: Error | null
  hasMore: boolean
  isAskingForMore: boolean
  askForMore: () => void
  askAgain: () => void
}

/** Asks for a list part by part; `load` gets where the part begins, and nothing for the first one. It is looked at again `everyMs`. */
export function useList<Row, Cursor>(
  queryKey: QueryKey,
  load: (after: Cursor | null, signal: AbortSignal) => Promise<Part<Row, Cursor>>,
  everyMs?: number,
): List<Row> {
  const query = useInfiniteQuery<Part<Row, Cursor>, Error, InfiniteData<Part<Row, Cursor>>, QueryKey, Cursor | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam as Cursor | null, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: true,
    refetchInterval: everyMs,
  })
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    hasMore: query.hasNextPage,
    isAskingForMore: query.isFetchingNextPage,
    askForMore: () => void query.fetchNextPage(),
    askAgain: () => void query.refetch(),
  }
}
