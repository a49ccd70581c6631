import { Link } from '@tanstack/react-router'
import type { Lottery, PlayerLottery } from '@/api/types'
import { t } from '@/i18n/messages'
import { Badge } from '@/ui/Badge'
import { Icon } from '@/ui/Icon'
import { LotteryTimer, StatusBadge } from './LotteryTimer'
import { PrizeName } from './PrizeText'

interface LotteryCardProps {
  lottery: Lottery
  own: PlayerLottery | undefined
  /** Level of its title, by where the list stands on the page. */
  level?: 2 | 3
}

/** A lottery in a list; the whole card leads to its page. */
export function LotteryCard({ lottery, own, level = 2 }: LotteryCardProps) {
  const Title = `h${level}` as const
  const { slug, title, description, prizes, currency, tickets_count: count } = lottery
  const first = prizes[0]
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-l border border-line bg-surface p-5 transition-colors hover:border-line-strong md:p-6">
      <div aria-hidden="true" className="pointer-events-none absolute -top-16 -right-14 grid size-52 place-items-center rounded-full bg-vip/12">
        <Icon name="ticket" className="size-20 -rotate-12 text-vip-text/45" />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge lottery={lottery} />
        <span className="text-xs text-muted">{t('lottery.sold', { count })}</span>
        {own && own.tickets.length > 0 && <Badge tone="vip">{t('shop.tickets_count', { count: own.tickets.length })}</Badge>}
      </div>
      <Title className="mt-3 max-w-[80%] font-display text-lg font-semibold">
        <Link to="/lottery/$slug" params={{ slug }} className="rounded-s after:absolute after:inset-0 after:rounded-l">
          {title}
        </Link>
      </Title>
      <p className="mt-1.5 line-clamp-3 max-w-[46ch] text-sm text-soft">{description}</p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-5">
        {first && (
          <p>
            <span className="block text-xs text-muted">{t('lottery.first_prize')}</span>
            <span className="text-xl">
              <PrizeName prize={first} currency={currency} />
            </span>
          </p>
        )}
        <LotteryTimer lottery={lottery} />
      </div>
    </article>
  )
}
