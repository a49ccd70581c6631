import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'
import type { Game, Page } from '@/api/types'
import { logError } from '@/platform/log'
import { deviceKind } from '@/platform/useMediaQuery'

/** Which games a list shows; the parts are combined with AND. */
export interface GamesFilter {
  categories?: string[]
  providers?: string[]
  title?: string
  /** Only games that can be opened. */
  playable?: boolean
}

/** Games of a row in the lobby. */
export const ROW_SIZE = 15

/** Currencies of games by what they hold: thousands of games are offered in the same few sets of them. */
const currencySets = new Map<string, Game['currencies']>()

/** Lets games that are offered in the same currencies hold them once: a long list stays light. */
function sharing(game: Game): Game {
  const key = Object.keys(game.currencies).join()
  const known = currencySets.get(key)
  if (!known) currencySets.set(key, game.currencies)
  return known ? { ...game, currencies: known } : game
}

/** Asks for a page of games; the operator's own page size unless another is given. */
async function fetchGames(filter: GamesFilter, page: number, pageSize: number | undefined, signal?: AbortSignal): Promise<Page<Game>> {
  const { categories, providers, title, playable } = filter
  const asked = request('POST', '/api/games_filter', {
    ...(signal && { signal }),
    body: {
      device: deviceKind(),
      filter: {
        categories: { identifiers: categories ?? [], strategy: 'OR' },
        providers: providers ?? [],
        title: title ?? '',
        playable: playable ?? false,
      },
      page,
      ...(pageSize && { page_size: pageSize }),
    },
  })
  if (title) asked.catch((error: unknown) => logError('LOAD_FOUND_GAMES_ERROR', error))
  const answer = await asked
  return { ...answer, data: answer.data.map(sharing) }
}

/** A list that grows page by page, from `firstPage` on. */
export function gamesListQuery(filter: GamesFilter, firstPage = 1) {
  return infiniteQueryOptions({
    queryKey: ['games', 'list', filter, firstPage],
    queryFn: ({ pageParam, signal }) => fetchGames(filter, pageParam, undefined, signal),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.pagination.next_page,
    staleTime: STALE_MS.catalogue,
    // Who comes back finds the list as it was left. To ask for all of its pages anew would take as many calls.
    refetchOnMount: false,
    refetchOnReconnect: false,
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

/** One of the `total` games of a list, by chance; undefined when the list has none any more. */
export async function randomGame(client: QueryClient, filter: GamesFilter, total: number): Promise<Game | undefined> {
  const place = 1 + Math.floor(Math.random() * total)
  const page = await client.fetchQuery({ queryKey: ['games', 'at', filter, place], queryFn: () => fetchGames(filter, place, 1), staleTime: STALE_MS.catalogue })
  return page.data[0]
}

/** Games by their identifiers, in that order; those that are unknown or not offered any more are left out. */
export function gamesByIdQuery(identifiers: readonly string[]) {
  return queryOptions({
    queryKey: ['games', 'selected', identifiers],
    queryFn: async ({ signal }) => {
      const body = { game_ids: [...identifiers], device: deviceKind() }
      const games = await request('POST', '/api/games_filter/select', { signal, body })
      return identifiers.flatMap((identifier) => games[identifier] ?? [])
    },
    staleTime: STALE_MS.catalogue,
  })
}

/** One game by its address; fails with 404 when there is none. */
export function gameQuery(producer: string, name: string) {
  return queryOptions({
    queryKey: ['games', 'one', producer, name],
    queryFn: ({ signal }) => request('GET', '/api/games/{producer}/{seo_title}', { path: { producer, seo_title: name }, signal }),
    staleTime: STALE_MS.catalogue,
  })
}

/** The games of all pages so far; one that moved between pages while scrolling is shown once. */
export function joinPages(pages: readonly Page<Game>[]): Game[] {
  return [...new Map(pages.flatMap((page) => page.data).map((game) => [game.identifier, game])).values()]
}
