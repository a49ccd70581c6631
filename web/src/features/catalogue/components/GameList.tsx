import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { t } from '@/i18n/messages'
import { useConnectivity } from '@/platform/useConnectivity'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { gamesListQuery, gamesRowQuery, joinPages, ROW_SIZE, type GamesFilter } from '../api/games'
import { withCards, type CardsOfList } from '../model/cards'
import { EndOfList } from './EndOfList'
import { TileRow } from './GameRow'
import { LongTileGrid } from './LongTileGrid'
import { MoreFailed } from './MoreFailed'
import { ItemGrid } from './TileGrid'
import { useNeighbourLinks } from './useNeighbourLinks'

/** Longer lists keep only the tiles near the window in the page. */
const SHORT_LIST_MAX = 40

const RECOMMENDED_MAX = 8

interface GameListProps {
  filter: GamesFilter
  firstPage?: number
  /** The cards that stand among the games; none when left out. */
  cards?: CardsOfList | undefined
  /** The path of a page of the list, when it has addresses of its own. */
  pathOf?: (page: number) => string
  /** Shown when nothing matches; a hint when left out. */
  empty?: ReactNode
}

/** All games of a filter; more come in while scrolling. */
export function GameList({ filter, firstPage = 1, cards, pathOf, empty }: GameListProps) {
  const connectivity = useConnectivity()
  const list = useInfiniteQuery(gamesListQuery(filter, firstPage))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError, isPending } = list
  const games = useMemo(() => joinPages(data?.pages ?? []), [data])
  // Only a list that is read from its beginning has cards.
  const items = useMemo(
    () => (cards && firstPage === 1 ? withCards(games, cards, !hasNextPage) : games.map((game) => ({ game }))),
    [cards, firstPage, games, hasNextPage],
  )
  const total = data?.pages[0]?.pagination.total_count ?? 0
  const pages = data?.pages[0]?.pagination.total_pages ?? 0
  useNeighbourLinks({
    prev: firstPage > 1 ? pathOf?.(firstPage - 1) : undefined,
    next: firstPage < pages ? pathOf?.(firstPage + 1) : undefined,
  })
  // The call tries again for a while, and at once when the server is back. Nobody has to watch grey shapes meanwhile.
  if (isPending && connectivity !== 'online')
    return <FailedState title={t('list.failed_title')} text={t('list.away_text')} onRetry={() => void list.refetch()} />
  if (isError && games.length === 0) return <FailedState title={t('list.failed_title')} text={t('list.failed_text')} onRetry={() => void list.refetch()} />
  if (!isPending && games.length === 0) return empty ?? <NoGames />
  return (
    <>
      {total > SHORT_LIST_MAX ? (
        <LongTileGrid items={items} filter={filter} />
      ) : (
        <ItemGrid items={items} filter={filter} skeletons={isPending || isFetchingNextPage ? ROW_SIZE : 0} />
      )}
      <EndOfList onReach={() => void fetchNextPage()} active={hasNextPage && !isFetchingNextPage && !isError} />
      {isError && <MoreFailed onRetry={() => void fetchNextPage()} />}
      <p role="status" className="sr-only">
        {isPending ? t('loading') : t('list.shown', { count: games.length })}
      </p>
    </>
  )
}

/** What a list without games says: of a filter, unless the list has words of its own. */
export function NoGames({ title = t('list.empty_title'), text = t('list.empty_text') }: { title?: string; text?: string }) {
  return (
    <EmptyState
      drawing={<NothingFound />}
      title={title}
      text={text}
      action={
        <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }} variant="secondary">
          {t('list.empty_action')}
        </ButtonLink>
      }
    />
  )
}

/** Games worth a look when a search or a page has nothing: the operator's recommendations. However few, as a row they leave no hole. */
export function RecommendedGames({ title }: { title: string }) {
  const games = useDeferredValue(useQuery(gamesRowQuery({ categories: ['recommended'] }, RECOMMENDED_MAX)).data, undefined)?.data ?? []
  return games.length > 0 && <TileRow title={title} games={games} isNear />
}
