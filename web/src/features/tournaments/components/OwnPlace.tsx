import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import type { Tournament, TournamentStatus } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { Badge } from '@/ui/Badge'
import { FailedState } from '@/ui/FailedState'
import { Money } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { tournamentStatusQuery } from '../api/tournaments'
import { pointsText } from '../model/tournament'
import { JoinButton } from './JoinButton'
import { useStatus } from './TournamentTimer'

/** The way into a tournament, or how the player does in it; who has joined is not asked to join while that loads. */
export function OwnPlace({ tournament }: { tournament: Tournament }) {
  const player = usePlayer()
  const status = useStatus(tournament)
  const { data: own, isError, refetch } = useQuery({ ...tournamentStatusQuery(tournament.frontend_identifier), enabled: Boolean(player) })
  if (own && player) return <PlaceOf tournament={tournament} own={own} />
  if (player === null) return status === 'archive' ? null : <JoinButton tournament={tournament} />
  return isError ? <FailedState title={t('tournaments.own_failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-28 w-full" />
}

function PlaceOf({ tournament, own }: { tournament: Tournament; own: TournamentStatus }) {
  const status = useStatus(tournament)
  if (!own.joined) return status === 'archive' ? null : <JoinButton tournament={tournament} />
  if (own.disqualified) return <Alert tone="warning">{t('tournaments.disqualified')}</Alert>
  return (
    <div className="rounded-l border border-accent/40 bg-surface p-5" aria-live="polite">
      <Badge tone="accent">{t('tournaments.joined')}</Badge>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-4">
        <Figure label={t('tournaments.own_place')}>{own.award_place ?? t('tournaments.no_place')}</Figure>
        <Figure label={tournament.strategy.kind === 'best_multiplier' ? t('tournaments.multiplier') : t('tournaments.own_points')}>
          {pointsText(tournament, own.points, currentLocale())}
        </Figure>
        <Figure label={t('tournaments.own_bets')}>
          <Money amountCents={own.bet_cents} currency={tournament.currency} />
        </Figure>
      </dl>
      {own.award_place === null && status === 'active' && <p className="mt-4 text-sm text-soft">{t('tournaments.no_place_text')}</p>}
    </div>
  )
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular font-display text-xl font-semibold">{children}</dd>
    </div>
  )
}
