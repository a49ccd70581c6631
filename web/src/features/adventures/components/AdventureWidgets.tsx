import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePlayer } from '@/api/session/player'
import type { AdventureDay } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { adventuresQuery } from '../api/adventures'
import { AdventureBanner } from './AdventureBanner'
import { AdventureCards } from './AdventureCards'

/** The banner and the cards of the calendar that runs; days turn over while the page is open. */
export function AdventureWidgets({ activate }: { activate: (gift: NonNullable<AdventureDay['gift']>) => ReactNode }) {
  const isGuest = usePlayer() === null
  const { data, isError, refetch } = useQuery({ ...adventuresQuery(currentLocale()), refetchInterval: 60_000 })
  if (!data) return isError ? <FailedState level={1} title={t('adventures.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full" />
  if (!data.campaign) {
    const action = <ButtonLink to="/promotions">{t('promotions.title')}</ButtonLink>
    return (
      <EmptyState
        level={1}
        drawing={<Icon name="calendar" size={96} className="text-muted" />}
        title={t('adventures.none')}
        text={t('adventures.none_text')}
        action={action}
      />
    )
  }
  return (
    <>
      <AdventureBanner calendar={data} isGuest={isGuest} />
      <AdventureCards days={data.days} isGuest={isGuest} activate={activate} />
    </>
  )
}
