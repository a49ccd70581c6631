import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import type { Tournament } from '@/api/types'
import { JackpotWinners } from '@/features/jackpots/components/JackpotWinners'
import { WinsTicker } from '@/features/lobby/components/WinsTicker'
import { tournamentsQuery } from '@/features/tournaments/api/tournaments'
import { Leaderboard } from '@/features/tournaments/components/Leaderboard'
import { statusAt } from '@/features/tournaments/model/tournament'
import { currentLocale, t } from '@/i18n/messages'
import { useTick } from '@/platform/useTick'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { TextLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'

/** So many tournaments show their boards. */
const BOARDS_MAX = 2

const MINUTE_MS = 60_000

/** Who is winning: jackpots, tournaments that run, and the latest wins. */
export function LeaderboardPage() {
  return (
    <div className="content space-y-6 py-6 md:space-y-8 md:py-10">
      <header>
        <h1 className="text-2xl font-semibold md:text-3xl">{t('leaderboard.title')}</h1>
        <p className="mt-2 max-w-2xl text-soft">{t('leaderboard.lead')}</p>
      </header>
      <WinsTicker />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={t('jackpots.winners')}>
          <JackpotWinners />
        </Card>
        <RunningBoards />
      </div>
    </div>
  )
}

/** The boards of the tournaments that run, those that end first before others. */
function RunningBoards() {
  const now = useTick(MINUTE_MS)
  const { data, isError, refetch } = useQuery(tournamentsQuery(currentLocale(), usePlayer()?.id ?? null))
  if (!data) return isError ? <FailedState level={2} title={t('tournaments.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-72 w-full" />
  const running = data.filter((tournament) => statusAt(tournament, now) === 'active').slice(0, BOARDS_MAX)
  return (
    <div className="space-y-6">
      {running.map((tournament) => (
        <Board key={tournament.id} tournament={tournament} />
      ))}
    </div>
  )
}

function Board({ tournament }: { tournament: Tournament }) {
  return (
    <Card title={tournament.title}>
      <Leaderboard tournament={tournament} own={undefined} />
      <p className="mt-4 text-sm">
        <TextLink to="/tournaments/$slug" params={{ slug: tournament.frontend_identifier }}>
          {t('leaderboard.to_tournament')}
        </TextLink>
      </p>
    </Card>
  )
}
