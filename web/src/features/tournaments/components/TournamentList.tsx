import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reload } from '@/api/realtime'
import { usePlayer } from '@/api/session/player'
import type { Tournament } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { useTick } from '@/platform/useTick'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { TitledSection } from '@/ui/TitledSection'
import { BOARDS, finishedQuery, tournamentsQuery } from '../api/tournaments'
import { listsAt, statusAt } from '../model/tournament'
import { TournamentCards } from './TournamentCard'

/** So many finished tournaments are shown below those that run. */
const LATELY_MAX = 3

const SECOND_MS = 1_000

/** Which tournaments a list shows. */
export type ListKind = 'all' | 'producers' | 'archive'

/** A list of tournaments in every state that it can be in. */
export function TournamentList({ kind }: { kind: ListKind }) {
  return kind === 'archive' ? <Finished /> : <Open isOfProviders={kind === 'producers'} />
}

function Open({ isOfProviders }: { isOfProviders: boolean }) {
  const now = useTick(SECOND_MS)
  const playerId = usePlayer()?.id ?? null
  const list = useQuery(tournamentsQuery(currentLocale(), playerId))
  const lately = useQuery({ ...finishedQuery(currentLocale(), playerId), enabled: !isOfProviders })
  useReloadOnTurn(list.data, now)
  if (!list.data) return <Waiting failed={list.isError} onRetry={() => void list.refetch()} />
  const shown = isOfProviders ? list.data.filter(({ providers }) => providers.length > 0) : list.data
  const { running, coming, finished } = listsAt(shown, (!isOfProviders && lately.data) || [], now, LATELY_MAX)
  if (running.length + coming.length + finished.length === 0) {
    // Whether there is nothing at all is told by both lists.
    return isOfProviders || lately.data ? <None /> : <Waiting failed={lately.isError} onRetry={() => void lately.refetch()} />
  }
  return (
    <div className="space-y-10">
      <Section title={t('tournaments.running')} tournaments={running} />
      <Section title={t('tournaments.coming')} tournaments={coming} />
      <Section title={t('tournaments.finished_lately')} tournaments={finished} />
    </div>
  )
}

/** Asks for the lists anew when a tournament begins or ends. */
function useReloadOnTurn(tournaments: readonly Tournament[] | undefined, now: number): void {
  const client = useQueryClient()
  // A text, so that the effect runs when the ids have changed and not with every answer.
  const turned = (tournaments ?? [])
    .filter((tournament) => statusAt(tournament, now) !== tournament.status)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (turned) reload(client, [BOARDS])
  }, [client, turned])
}

function Finished() {
  const list = useQuery(finishedQuery(currentLocale(), usePlayer()?.id ?? null))
  if (!list.data) return <Waiting failed={list.isError} onRetry={() => void list.refetch()} />
  return list.data.length === 0 ? <None /> : <TournamentCards tournaments={list.data} level={2} />
}

function Section({ title, tournaments }: { title: string; tournaments: readonly Tournament[] }) {
  if (tournaments.length === 0) return null
  return (
    <TitledSection title={title}>
      <TournamentCards tournaments={tournaments} />
    </TitledSection>
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
