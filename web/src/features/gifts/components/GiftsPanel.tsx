import { t } from '@/i18n/messages'
import { UnopenedGift } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import type { Gift } from '../model/gifts'
import { GiftCard } from './GiftCard'
import { useGifts } from './useGifts'

/** The player's gifts: those at hand with what can be done, then those that are over. Of two lists, the one that came is shown. */
export function GiftsPanel() {
  const { current, finished, isPending, hasFailed, retry } = useGifts()
  if (isPending) return <GiftsSkeleton />
  return (
    <div className="space-y-8">
      {hasFailed && <FailedState level={3} title={t(current.length + finished.length === 0 ? 'gifts.failed' : 'gifts.failed_in_part')} onRetry={retry} />}
      {current.length > 0 && <GiftGroup id="current-gifts" title={t('gifts.current')} gifts={current} />}
      {current.length === 0 && !hasFailed && <NoGifts />}
      {finished.length > 0 && <GiftGroup id="finished-gifts" title={t('gifts.past')} gifts={finished} />}
    </div>
  )
}

function GiftGroup({ id, title, gifts }: { id: string; title: string; gifts: Gift[] }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 text-lg font-semibold">
        {title}
      </h3>
      <ul className="grid gap-4">
        {gifts.map((gift) => (
          <li key={`${gift.type} ${gift.gift.id}`}>
            <GiftCard gift={gift} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoGifts() {
  return (
    <EmptyState
      level={3}
      drawing={<UnopenedGift />}
      title={t('gifts.empty_title')}
      text={t('gifts.empty_text')}
      action={<ButtonLink to="/deposit-bonus">{t('gifts.to_offers')}</ButtonLink>}
    />
  )
}

function GiftsSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-44 w-full rounded-l" />
      <Skeleton className="h-44 w-full rounded-l" />
    </div>
  )
}
