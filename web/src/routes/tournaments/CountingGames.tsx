import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Tournament } from '@/api/types'
import { joinPages } from '@/features/catalogue/api/games'
import { ItemGrid } from '@/features/catalogue/components/TileGrid'
import { countingGamesQuery, GAMES_PAGE } from '@/features/tournaments/api/tournaments'
import { t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'

interface CountingGamesProps {
  tournament: Tournament
  /** How many pages of them are shown. */
  pages: number
  /** The way to the page after them. */
  more: (nextPage: number) => ReactNode
}

/** The games whose rounds count in a tournament. */
export function CountingGames({ tournament, pages, more }: CountingGamesProps) {
  // An address may name any page: those behind the last one are not asked for.
  const last = Math.min(pages, Math.ceil(tournament.game_ids.length / GAMES_PAGE))
  const queries = Array.from({ length: last }, (_, index) => countingGamesQuery(tournament.frontend_identifier, index + 1))
  const shown = useQueries({ queries })
  const games = joinPages(shown.flatMap(({ data }) => data ?? []))
  const next = shown.at(-1)?.data?.pagination.next_page
  const skeletons = shown.filter(({ isPending }) => isPending).length * GAMES_PAGE
  const failed = shown.filter(({ isError, data }) => isError && data === undefined)
  if (last === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{t('tournaments.games')}</h2>
      <ItemGrid items={games.map((game) => ({ game }))} skeletons={Math.min(skeletons, tournament.game_ids.length)} />
      {failed.length > 0 && <FailedState level={3} title={t('list.failed_title')} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />}
      {next && <div className="mt-6 flex justify-center">{more(next)}</div>}
    </section>
  )
}
