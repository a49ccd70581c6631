import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import type { Tournament } from '@/api/types'
import { tournamentQuery, tournamentStatusQuery } from '@/features/tournaments/api/tournaments'
import { Leaderboard } from '@/features/tournaments/components/Leaderboard'
import { OwnPlace } from '@/features/tournaments/components/OwnPlace'
import { PrizePool } from '@/features/tournaments/components/PrizePool'
import { Prizes, Rules } from '@/features/tournaments/components/PrizesAndRules'
import { StatusBadge, TournamentTimer, useStatus } from '@/features/tournaments/components/TournamentTimer'
import { currentLocale, t } from '@/i18n/messages'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { pageNumber } from '../addresses'
import { CountingGames } from './CountingGames'

/** How often the board is asked for anew while a tournament is on show. */
const REFRESH_MS = 15_000

/** One tournament: its clock, board, prizes, rules and games. */
export function TournamentPage() {
  const { slug = '', page = '1' } = useParams({ strict: false })
  const player = usePlayer()
  const list = useQuery({ ...tournamentQuery(slug, currentLocale(), player?.id ?? null), refetchInterval: REFRESH_MS })
  const own = useQuery({ ...tournamentStatusQuery(slug), enabled: Boolean(player) }).data
  const tournament = list.data
  if (!tournament) {
    return (
      <div className="content py-10">
        {list.isError ? <FailedState title={t('tournaments.failed')} onRetry={() => void list.refetch()} level={1} /> : <Skeleton className="h-96 w-full" />}
      </div>
    )
  }
  return (
    <div className="content space-y-6 py-6 md:space-y-8 md:py-10">
      <Head tournament={tournament} />
      <OwnPlace tournament={tournament} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Card title={t(tournament.is_final ? 'tournaments.final_places' : 'tournaments.leaderboard')}>
          <Settling tournament={tournament} />
          <Leaderboard tournament={tournament} own={own} />
        </Card>
        <div className="space-y-6">
          <Prizes tournament={tournament} />
          <Rules tournament={tournament} />
        </div>
      </div>
      <CountingGames
        tournament={tournament}
        pages={pageNumber(page) ?? 1}
        more={(next) => (
          <ButtonLink
            to="/tournaments/$slug/$page"
            params={{ slug: tournament.frontend_identifier, page: String(next) }}
            resetScroll={false}
            variant="secondary"
          >
            {t('tournaments.more_games')}
          </ButtonLink>
        )}
      />
    </div>
  )
}

function Head({ tournament }: { tournament: Tournament }) {
  const { title, description, players_count: count } = tournament
  return (
    <header className="relative overflow-hidden rounded-l border border-line bg-surface p-6 md:p-9">
      <div aria-hidden="true" className="pointer-events-none absolute -top-24 -right-20 grid size-80 place-items-center rounded-full bg-accent/8">
        <Icon name="trophy" className="size-32 text-accent/30" />
      </div>
      <div className="flex items-center gap-3">
        <StatusBadge times={tournament} />
        <span className="text-sm text-muted">{t('tournaments.players', { count })}</span>
      </div>
      <h1 className="mt-4 max-w-[85%] text-2xl font-semibold md:text-4xl">{title}</h1>
      <p className="mt-2 max-w-2xl text-soft">{description}</p>
      <div className="mt-6 flex flex-wrap items-end gap-x-10 gap-y-4">
        <PrizePool tournament={tournament} className="text-3xl font-semibold" />
        <TournamentTimer times={tournament} />
      </div>
    </header>
  )
}

function Settling({ tournament }: { tournament: Tournament }) {
  const status = useStatus(tournament)
  if (status !== 'archive' || tournament.is_final) return null
  return <Alert className="mb-4">{t('tournaments.being_settled')}</Alert>
}
