import { Link } from '@tanstack/react-router'
import type { Tournament } from '@/api/types'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { PrizePool } from './PrizePool'
import { StatusBadge, TournamentTimer } from './TournamentTimer'

/** A tournament in a list; the whole card leads to its page. */
export function TournamentCard({ tournament, level = 3 }: { tournament: Tournament; level?: 2 | 3 }) {
  const { frontend_identifier: slug, title, description, players_count: count } = tournament
  const Title = `h${level}` as const
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-l border border-line bg-surface p-5 transition-colors hover:border-line-strong md:p-6">
      <div aria-hidden="true" className="pointer-events-none absolute -top-16 -right-14 grid size-52 place-items-center rounded-full bg-accent/8">
        <Icon name="trophy" className="size-20 text-accent/35" />
      </div>
      <div className="flex items-center gap-3">
        <StatusBadge times={tournament} />
        <span className="text-xs text-muted">{t('tournaments.players', { count })}</span>
      </div>
      <Title className="mt-3 max-w-[80%] font-display text-lg font-semibold">
        <Link to="/tournaments/$slug" params={{ slug }} className="rounded-s after:absolute after:inset-0 after:rounded-l">
          {title}
        </Link>
      </Title>
      <p className="mt-1.5 line-clamp-3 max-w-[46ch] text-sm text-soft">{description}</p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-5">
        <PrizePool tournament={tournament} className="text-xl font-semibold" />
        <TournamentTimer times={tournament} />
      </div>
    </article>
  )
}

/** Cards beside and below each other. */
export function TournamentCards({ tournaments, level }: { tournaments: readonly Tournament[]; level?: 2 | 3 }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {tournaments.map((tournament) => (
        <li key={tournament.id}>
          <TournamentCard tournament={tournament} {...(level && { level })} />
        </li>
      ))}
    </ul>
  )
}
