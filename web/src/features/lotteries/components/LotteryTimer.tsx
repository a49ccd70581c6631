import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Lottery } from '@/api/types'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { useTick } from '@/platform/useTick'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Countdown } from '@/ui/Countdown'
import { reloadLotteries } from '../api/lotteries'
import { awaitDraw } from '../model/awaitDraw'
import { statusAt, timerOf, type Status } from '../model/lottery'

const SECOND_MS = 1_000

const TONES: Record<Status, BadgeTone> = { active: 'success', future: 'info', drawing: 'warning', archive: 'neutral' }

/** Where a lottery stands, as the page's own clock says: it turns over while the page is open. */
export function useStatus(lottery: Lottery): Status {
  return statusAt(lottery, useTick(SECOND_MS))
}

export function StatusBadge({ lottery }: { lottery: Lottery }) {
  const status = useStatus(lottery)
  return <Badge tone={TONES[status]}>{t(`lottery.status_${status}`)}</Badge>
}

/** How long tickets are still sold, how long until they are, or when the winners were drawn. */
export function LotteryTimer({ lottery }: { lottery: Lottery }) {
  const now = useTick(SECOND_MS)
  const status = statusAt(lottery, now)
  useReloadOnDraw(status)
  const timer = timerOf(lottery, now)
  if (timer) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-sm text-soft">{t(status === 'future' ? 'lottery.starts_in' : 'lottery.ends_in')}</span>
        <Countdown timer={timer} ground="page" />
      </div>
    )
  }
  return <p className="text-sm text-soft">{lottery.drawn_at ? t('lottery.drawn_at', { time: dateTimeText(lottery.drawn_at) }) : t('lottery.winners_later')}</p>
}

/** Asks again while the winners are being drawn. */
function useReloadOnDraw(status: Status): void {
  const client = useQueryClient()
  useEffect(() => {
    return status === 'drawing' ? awaitDraw(() => reloadLotteries(client)) : undefined
  }, [client, status])
}
