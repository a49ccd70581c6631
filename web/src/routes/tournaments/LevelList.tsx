import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { Tournament } from '@/api/types'
import { t } from '@/i18n/messages'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { ListTabs } from './ListTabs'

interface LevelPageProps {
  tab: ComponentProps<typeof ListTabs>['current']
  title: string
  lead: string
  children: ReactNode
}

/** A page of quests or achievements. */
export function LevelPage({ tab, title, lead, children }: LevelPageProps) {
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{title}</h1>
      <p className="mt-2 max-w-2xl text-soft">{lead}</p>
      <ListTabs current={tab} />
      {children}
    </div>
  )
}

interface LevelListProps {
  list: Pick<UseQueryResult<Tournament[]>, 'data' | 'isError' | 'refetch'>
  none: { title: string; text: string }
  card: (tournament: Tournament) => ReactNode
  /** Level of the titles in it. */
  level?: 2 | 3
}

/** Quests or achievements, in every state that their list can be in. */
export function LevelList({ list: { data, isError, refetch }, none, card, level = 2 }: LevelListProps) {
  return (
    <>
      {!data && (isError ? <FailedState level={level} title={t('quests.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-60 w-full" />)}
      {data?.length === 0 && <EmptyState level={level} drawing={<LanternOut />} {...none} />}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {(data ?? []).map((tournament) => (
          <li key={tournament.id}>{card(tournament)}</li>
        ))}
      </ul>
    </>
  )
}
