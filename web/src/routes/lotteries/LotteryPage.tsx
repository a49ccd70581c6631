import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import type { Lottery } from '@/api/types'
import { LotteryProof } from '@/features/fairness/components/LotteryProof'
import { lotteryQuery, ownLotteryQuery } from '@/features/lotteries/api/lotteries'
import { LotteryTimer, StatusBadge, useStatus } from '@/features/lotteries/components/LotteryTimer'
import { OwnTickets } from '@/features/lotteries/components/OwnTickets'
import { PrizeName } from '@/features/lotteries/components/PrizeText'
import { Prizes, Winners } from '@/features/lotteries/components/PrizesAndWinners'
import { pointsText } from '@/features/loyalty/components/PointsText'
import { currentLocale, t } from '@/i18n/messages'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'

/** One lottery: its clock, the player's tickets, prizes, winners, and the check of its draw. */
export function LotteryPage() {
  const { slug = '' } = useParams({ strict: false })
  const player = usePlayer()
  const { data: lottery, isError, refetch } = useQuery(lotteryQuery(slug, currentLocale()))
  const own = useQuery({ ...ownLotteryQuery(slug), enabled: Boolean(player) }).data
  if (!lottery) {
    return (
      <div className="content py-10">
        {isError ? <FailedState title={t('lottery.failed')} onRetry={() => void refetch()} level={1} /> : <Skeleton className="h-96 w-full" />}
      </div>
    )
  }
  return (
    <div className="content space-y-6 py-6 md:space-y-8 md:py-10">
      <Head lottery={lottery} />
      <OwnTickets lottery={lottery} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <div className="space-y-6">
          <Card title={t('lottery.winners')}>
            <Winners lottery={lottery} tickets={(player && own?.tickets) || []} />
          </Card>
          <Card title={t('lottery.check')}>
            <LotteryProof lottery={lottery} />
          </Card>
        </div>
        <Prizes lottery={lottery} />
      </div>
    </div>
  )
}

function Head({ lottery }: { lottery: Lottery }) {
  const status = useStatus(lottery)
  const { title, description, currency, group, ticket_points: points, tickets_count: count } = lottery
  const first = lottery.prizes[0]
  return (
    <header className="relative overflow-hidden rounded-l border border-vip/40 bg-surface p-6 md:p-9">
      <div aria-hidden="true" className="absolute inset-0 bg-[radial-gradient(60%_120%_at_85%_0%,var(--vip),transparent_70%)] opacity-25" />
      <Icon name="ticket" className="pointer-events-none absolute -top-6 -right-6 size-44 -rotate-12 text-vip-text/25 md:size-60" />
      <div className="relative">
        <div className="flex items-center gap-3">
          <StatusBadge lottery={lottery} />
          <span className="text-sm text-soft">{t('lottery.sold', { count })}</span>
        </div>
        <h1 className="mt-4 max-w-[85%] text-2xl font-semibold md:text-4xl">{title}</h1>
        <p className="mt-2 max-w-2xl text-soft">{description}</p>
        <div className="mt-6 flex flex-wrap items-end gap-x-10 gap-y-4">
          {first && (
            <p>
              <span className="block text-sm text-soft">{t('lottery.first_prize')}</span>
              <span className="text-3xl">
                <PrizeName prize={first} currency={currency} />
              </span>
            </p>
          )}
          <LotteryTimer lottery={lottery} />
        </div>
        {status === 'active' && (
          <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
            <ButtonLink to="/rocket-mart/exchange/$type/$group" params={{ type: 'lotteries', group }} search={{ lottery: lottery.slug } as object} size="l">
              {t('lottery.buy')}
            </ButtonLink>
            <span className="text-sm text-soft">{t('lottery.price', { count: pointsText(points) })}</span>
          </div>
        )}
      </div>
    </header>
  )
}
