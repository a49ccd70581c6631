import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JackpotWin } from '@/api/types'
import { dateTimeText } from '@/i18n/names'
import { currentLocale, t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FailedState } from '@/ui/FailedState'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { jackpotWinsQuery, type WinOrder } from '../api/wins'
import { LevelGem } from './LevelGem'
import { Medal } from './Medal'

const ORDERS: readonly WinOrder[] = ['biggest', 'latest']

/** Who has won jackpots: the biggest wins and the latest ones. */
export function JackpotWinners({ jackpot }: { jackpot?: string }) {
  const [order, setOrder] = useState<WinOrder>('biggest')
  return (
    <Tabs
      label={t('jackpots.winners')}
      selected={order}
      onSelect={(id) => setOrder(id === 'latest' ? 'latest' : 'biggest')}
      items={ORDERS.map((id) => ({ id, label: t(`jackpots.${id}`), content: <Winners order={id} jackpot={jackpot} /> }))}
    />
  )
}

function Winners({ order, jackpot }: { order: WinOrder; jackpot: string | undefined }) {
  const query = useInfiniteQuery(jackpotWinsQuery(order, jackpot, currentLocale()))
  if (query.isPending) return <Skeleton className="h-72 w-full" />
  if (!query.data) return <FailedState level={3} title={t('jackpots.winners_failed')} onRetry={() => void query.refetch()} />
  const wins = query.data.pages.flatMap(({ data }) => data)
  if (wins.length === 0) return <p className="py-6 text-center text-sm text-muted">{t('jackpots.nobody')}</p>
  return (
    <>
      <ol className="divide-y divide-line/60">
        {wins.map((win, place) => (
          <Row key={win.id} win={win} place={order === 'biggest' ? place + 1 : undefined} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button variant="secondary" pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('jackpots.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ win, place }: { win: JackpotWin; place: number | undefined }) {
  return (
    <li className="flex items-center gap-3 py-3">
      {place === undefined ? <LevelGem name={win.jackpot_level_name} size={36} className="shrink-0" /> : <Medal place={place} />}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{win.user_name}</p>
        <p className="truncate text-xs text-muted">
          {t(`jackpots.${win.jackpot_level_name}`)} · {win.jackpot_title} · {dateTimeText(win.created_at)}
        </p>
      </div>
      <Money amountCents={win.jackpot_original_amount_cents} currency={win.jackpot_original_currency} won className="shrink-0 font-semibold" />
    </li>
  )
}
