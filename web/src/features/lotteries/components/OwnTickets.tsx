import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import type { Lottery, PlayerLottery } from '@/api/types'
import { t } from '@/i18n/messages'
import { Card } from '@/ui/Card'
import { Icon } from '@/ui/Icon'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { ownLotteryQuery } from '../api/lotteries'
import { useStatus } from './LotteryTimer'

/** The player's tickets, and what they have won; nothing for a guest. */
export function OwnTickets({ lottery }: { lottery: Lottery }) {
  const player = usePlayer()
  const { data: own, isError } = useQuery({ ...ownLotteryQuery(lottery.slug), enabled: Boolean(player) })
  if (!player || (isError && !own)) return null
  return (
    <>
      {own?.wins.map(({ place, ticket, is_paid: isPaid }) => (
        <Alert key={place} tone="success">
          <p className="font-semibold text-win">{t('lottery.won', { place, ticket })}</p>
          <p className="mt-1 text-sm">{t(isPaid ? 'lottery.won_paid' : 'lottery.won_waits')}</p>
        </Alert>
      ))}
      <Card title={t('lottery.own')}>{own ? <Tickets lottery={lottery} own={own} /> : <Skeleton className="h-16 w-full" />}</Card>
    </>
  )
}

function Tickets({ lottery, own }: { lottery: Lottery; own: PlayerLottery }) {
  const status = useStatus(lottery)
  const won = new Set(own.wins.map(({ ticket }) => ticket))
  return (
    <div aria-live="polite">
      {own.tickets.length === 0 && <p className="text-sm text-soft">{t('lottery.own_none')}</p>}
      <ul className="flex flex-wrap gap-2">
        {own.tickets.map((ticket) => (
          <li
            key={ticket}
            className={`tabular flex h-10 items-center gap-2 rounded-m border border-dashed px-3 font-display text-sm font-semibold ${won.has(ticket) ? 'border-win bg-win/15 text-win' : 'border-vip/50 bg-vip/10'}`}
          >
            <Icon name="ticket" size={16} />
            <span className="sr-only">{t('lottery.ticket', { ticket })}</span>
            <span aria-hidden="true">{ticket}</span>
          </li>
        ))}
      </ul>
      {status === 'active' && <p className="mt-4 text-sm text-soft">{t('lottery.own_left', { count: own.tickets_left })}</p>}
    </div>
  )
}
