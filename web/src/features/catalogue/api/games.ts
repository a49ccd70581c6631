import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'
import type { Game, Page } from '@/api/types'
import { logError } from '@/lib/log'
import { deviceKind } from '@/lib/useMediaQuery'

/** Which games a list shows; the parts are combined with AND. */
export interface GamesFilter {
  categories?: string[]
  providers?: string[]
  title?: string
}

/** Games of a page of a list; the house's usual page size. */
const PAGE_SIZE = 40
/** Games of a row in the lobby. */
export const ROW_SIZE = 15

function fetchGames(filter: GamesFilter, page: number, pageSize: number, signal: AbortSignal): Promise<Page<Game>> {
  const { categories, providers, title } = filter
  const games = request<Page<Game>>('POST', '/api/games_filter', {
    signal,
    body: {
      device: deviceKind(),
      filter: {
        ...(categories && { categories: { identifiers: categories, strategy: 'OR' } }),
        ...(providers && { providers }),
        ...(title && { title }),
      },
      page,
      page_size: pageSize,
    },
  })
  if (title) games.catch((error: unknown) => logError('LOAD_FOUND_GAMES_ERROR', error))
  return games
}

/** A list that grows page by page, from `firstPage` on. */
export function gamesListQuery(filter: GamesFilter, firstPage = 1) {
  return infiniteQueryOptions({
    queryKey: ['games', 'list', filter, firstPage],
    queryFn: ({ pageParam, signal }) => fetchGames(filter, pageParam, PAGE_SIZE, signal),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.pagination.next_page,
    staleTime: STALE_MS.catalogue,
  })
}

/** The first games of a list, for a row. */
export function gamesRowQuery(filter: GamesFilter, size = ROW_SIZE) {
  return queryOptions({
    queryKey: ['games', 'row', filter, size],
    queryFn: ({ signal }) => fetchGames(filter, 1, size, signal),
    staleTime: STALE_MS.catalogue,
  })
}

/** One game by its address; fails with 404 when there is none. */
export function gameQuery(producer: string, name: string) {
  return queryOptions({
    queryKey: ['games', 'one', producer, name],
    queryFn: ({ signal }) =>
      request<Game>('GET', `/api/games/${encodeURIComponent(producer)}/${encodeURIComponent(name)}`, { signal }),
    staleTime: STALE_MS.catalogue,
  })
}

/** The games of all pages so far; one that moved between pages while scrolling is shown once. */
export function joinPages(pages: readonly Page<Game>[]): Game[] {
  return [...new Map(pages.flatMap((page) => page.data).map((game) => [game.identifier, game])).values()]
}
