import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'
import { gamesListQuery, gamesRowQuery, joinPages, type GamesFilter } from '../api/games'
import { GameTile, TileSkeleton } from './GameTile'
import { LongTileGrid } from './LongTileGrid'
import { TILE_GRID } from './tileGrid'

/** Tiles of a phone's first row load at once: what is seen below them waits for the line. */
export const EAGER_TILES = 2
const SKELETONS = 12
/** Longer lists keep only the tiles near the window in the page. */
const SHORT_LIST_MAX = 40
/** The next page is asked for this far before the end comes into view. */
const MORE_BEFORE_PX = 500
const PASSED_PX_MAX = 1_000_000

export function TileGrid({ games, skeletons = 0 }: { games: readonly Game[]; skeletons?: number }) {
  return (
    <ul className={TILE_GRID}>
      {games.map((game, index) => (
        <li key={game.identifier} className="[content-visibility:auto] [contain-intrinsic-size:auto_320px]">
          <GameTile game={game} eager={index < EAGER_TILES} />
        </li>
      ))}
      {Array.from({ length: skeletons }, (_, index) => (
        <li key={`skeleton-${index}`} aria-hidden="true">
          <TileSkeleton />
        </li>
      ))}
    </ul>
  )
}

interface GameListProps {
  filter: GamesFilter
  firstPage?: number
  /** Shown when nothing matches; a hint and the recommended games when left out. */
  empty?: ReactNode
}

/** All games of a filter; more come in while scrolling. */
export function GameList({ filter, firstPage = 1, empty }: GameListProps) {
  const list = useInfiniteQuery(gamesListQuery(filter, firstPage))
  const games = joinPages(list.data?.pages ?? [])
  const total = list.data?.pages[0]?.pagination.total_count ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  if (!list.isPending && games.length === 0) return empty ?? <NoGames />
  return (
    <>
      {total > SHORT_LIST_MAX ? (
        <LongTileGrid games={games} />
      ) : (
        <TileGrid games={games} skeletons={list.isPending || isFetchingNextPage ? SKELETONS : 0} />
      )}
      <EndOfList onReach={() => void fetchNextPage()} active={hasNextPage && !isFetchingNextPage} />
      <p role="status" className="sr-only">
        {list.isPending ? t('loading') : t('list.shown', { count: games.length })}
      </p>
    </>
  )
}

/** Calls `onReach` once its place is nearly in view. */
function EndOfList({ onReach, active }: { onReach: () => void; active: boolean }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = ref.current
    if (!end || !active) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), {
      // Whoever jumps past the end (the End key) has reached it too.
      rootMargin: `${PASSED_PX_MAX}px 0px ${MORE_BEFORE_PX}px 0px`,
    })
    observer.observe(end)
    return () => observer.disconnect()
  })
  return <div ref={ref} aria-hidden="true" className={cx(active ? 'h-px' : 'hidden')} />
}

function NoGames() {
  return (
    <EmptyState
      drawing={<NothingFound />}
      title={t('list.empty_title')}
      text={t('list.empty_text')}
      action={
        <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }} variant="secondary">
          {t('list.empty_action')}
        </ButtonLink>
      }
    />
  )
}

/** Games worth a look when a search or a page has nothing: the house's recommendations. */
export function RecommendedGames({ title }: { title: string }) {
  const games = useQuery(gamesRowQuery({ categories: ['recommended'] }, 7)).data?.data ?? []
  if (games.length === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-lg font-semibold">{title}</h2>
      <TileGrid games={games} />
    </section>
  )
}
