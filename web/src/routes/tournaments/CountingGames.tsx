import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Tournament } from '@/api/types'
import { joinPages } from '@/features/catalogue/api/games'
import { ItemGrid } from '@/features/catalogue/components/TileGrid'
import { countingGamesQuery, GAMES_PAGE } from '@/features/tournaments/api/tournaments'
import { t } from '@/i18n/messages'

interface CountingGamesProps {
  tournament: Tournament
  /** How many pages of them are shown. */
  pages: number
  /** The way to the page after them. */
  more: (nextPage: number) => ReactNode
}

/** The games whose rounds count in a tournament. */
export function CountingGames({ tournament, pages, more }: CountingGamesProps) {
  const hasGames = tournament.game_ids.length > 0
  const queries = Array.from({ length: pages }, (_, index) => ({ ...countingGamesQuery(tournament.frontend_identifier, index + 1), enabled: hasGames }))
  const shown = useQueries({ queries })
  const games = joinPages(shown.flatMap(({ data }) => data ?? []))
  const next = shown.at(-1)?.data?.pagination.next_page
  const skeletons = shown.filter(({ isPending }) => isPending).length * GAMES_PAGE
  if (!hasGames) return null
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{t('tournaments.games')}</h2>
      <ItemGrid items={games.map((game) => ({ game }))} skeletons={Math.min(skeletons, tournament.game_ids.length)} />
      {next && <div className="mt-6 flex justify-center">{more(next)}</div>}
    </section>
  )
}
