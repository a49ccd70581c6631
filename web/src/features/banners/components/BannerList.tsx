import type { ReactNode } from 'react'
import { t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { BannerRow } from './BannerRow'
import { useBannerList } from './useBanners'

interface BannerListProps {
  category: string
  /** Stands in the place of banners where there is none. */
  empty: ReactNode
  /** What follows them: it comes when they have their room, and is not pushed away. */
  children: ReactNode
}

/** The banners of a place below and beside each other. */
export function BannerList({ category, empty, children }: BannerListProps) {
  const { banners, isError, refetch } = useBannerList(category)
  if (!banners) return <Skeleton className="h-88 w-full md:h-72" />
  return (
    <>
      {isError ? (
        <FailedState level={2} title={t('offers.failed')} onRetry={() => void refetch()} />
      ) : banners.length === 0 ? (
        empty
      ) : (
        <BannerRow category={category} />
      )}
      {children}
    </>
  )
}
