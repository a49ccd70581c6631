import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { usePlayer } from '@/api/session/player'
import type { Tournament } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { useTick } from '@/lib/useTick'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { finishedQuery, tournamentsQuery } from '../api/tournaments'
import { statusAt } from '../model/tournament'
import { TournamentCards } from './TournamentCard'

/** So many finished tournaments are shown below those that run. */
const LATELY_MAX = 3

const MINUTE_MS = 60_000

/** Which tournaments a list shows. */
export type ListKind = 'all' | 'producers' | 'archive'

/** A list of tournaments in every state that it can be in. */
export function TournamentList({ kind }: { kind: ListKind }) {
  return kind === 'archive' ? <Finished /> : <Open isOfProviders={kind === 'producers'} />
}

function Open({ isOfProviders }: { isOfProviders: boolean }) {
  const now = useTick(MINUTE_MS)
  const playerId = usePlayer()?.id ?? null
  const list = useQuery(tournamentsQuery(currentLocale(), playerId))
  const lately = useQuery(finishedQuery(currentLocale(), playerId)).data ?? []
  if (!list.data) return <Waiting failed={list.isError} onRetry={() => void list.refetch()} />
  const shown = isOfProviders ? list.data.filter(({ providers }) => providers.length > 0) : list.data
  if (shown.length === 0) return <None />
  const of = (status: string) => shown.filter((tournament) => statusAt(tournament, now) === status)
  return (
    <div className="space-y-10">
      <Section title={t('tournaments.running')} tournaments={of('active')} />
      <Section title={t('tournaments.coming')} tournaments={of('future')} />
      {!isOfProviders && <Section title={t('tournaments.finished_lately')} tournaments={lately.slice(0, LATELY_MAX)} />}
    </div>
  )
}

function Finished() {
  const list = useQuery(finishedQuery(currentLocale(), usePlayer()?.id ?? null))
  if (!list.data) return <Waiting failed={list.isError} onRetry={() => void list.refetch()} />
  return list.data.length === 0 ? <None /> : <TournamentCards tournaments={list.data} level={2} />
}

function Section({ title, tournaments }: { title: string; tournaments: readonly Tournament[] }) {
  const id = useId()
  if (tournaments.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl font-semibold">
        {title}
      </h2>
      <TournamentCards tournaments={tournaments} />
    </section>
  )
}

function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) return <FailedState title={t('tournaments.failed')} onRetry={onRetry} />
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-60 w-full max-md:hidden" />
    </div>
  )
}

function None() {
  return (
    <EmptyState
      drawing={<LanternOut />}
      title={t('tournaments.none_title')}
      text={t('tournaments.none_text')}
      action={
        <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }} variant="secondary">
          {t('list.empty_action')}
        </ButtonLink>
      }
    />
  )
}
