import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import { currentLocale, t } from '@/i18n/messages'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { lotteriesQuery, ownLotteriesQuery } from '../api/lotteries'
import { LotteryCard } from './LotteryCard'

/** Every lottery, each under a title of `level`. */
export function LotteryList({ level = 2 }: { level?: 2 | 3 }) {
  const player = usePlayer()
  const { data: lotteries, isError, refetch } = useQuery(lotteriesQuery(currentLocale()))
  const own = useQuery({ ...ownLotteriesQuery, enabled: Boolean(player) }).data
  if (!lotteries && isError) return <FailedState level={level} title={t('lottery.list_failed')} onRetry={() => void refetch()} />
  if (!lotteries) {
    return (
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-60 w-full" />
        <Skeleton className="h-60 w-full" />
        <Skeleton className="h-60 w-full max-md:hidden" />
      </div>
    )
  }
  if (lotteries.length === 0) {
    return (
      <EmptyState
        level={level}
        drawing={<LanternOut />}
        title={t('lottery.none_title')}
        text={t('lottery.none_text')}
        action={
          <ButtonLink to="/tournaments" variant="secondary">
            {t('tournaments.title')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {lotteries.map((lottery) => (
        <li key={lottery.id}>
          <LotteryCard level={level} lottery={lottery} own={player ? own?.find(({ lottery_id }) => lottery_id === lottery.id) : undefined} />
        </li>
      ))}
    </ul>
  )
}
