import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Tournament } from '@/api/types'
import { gamesByIdQuery } from '@/features/catalogue/api/games'
import { ItemGrid } from '@/features/catalogue/components/TileGrid'
import { GAMES_PAGE, gamesShown } from '@/features/tournaments/model/tournament'
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
  const shown = gamesShown(tournament, pages)
  const games = useQuery({ ...gamesByIdQuery(shown), placeholderData: (before) => before }).data
  if (shown.length === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{t('tournaments.games')}</h2>
      <ItemGrid items={(games ?? []).map((game) => ({ game }))} skeletons={games ? 0 : Math.min(shown.length, GAMES_PAGE)} />
      {shown.length < tournament.game_ids.length && <div className="mt-6 flex justify-center">{more(pages + 1)}</div>}
    </section>
  )
}
