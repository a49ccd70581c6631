import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePlayer } from '@/api/session/player'
import { currentLocale, t } from '@/i18n/messages'
import { tournamentsQuery } from '../api/tournaments'
import { TournamentCards } from './TournamentCard'

const SHOWN_MAX = 3

/** The tournaments that end first, for the lobby, with the way to all of them; nothing while there are none. */
export function TournamentShelf({ all }: { all: ReactNode }) {
  const { data = [] } = useQuery(tournamentsQuery(currentLocale(), usePlayer()?.id ?? null))
  if (data.length === 0) return null
  return (
    <section>
      <header className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-xl font-semibold">{t('tournaments.title')}</h2>
        {all}
      </header>
      <TournamentCards tournaments={data.slice(0, SHOWN_MAX)} />
    </section>
  )
}
