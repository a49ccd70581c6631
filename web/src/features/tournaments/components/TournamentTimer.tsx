import type { Tournament } from '@/api/types'
import { t } from '@/i18n/messages'
import { useTick } from '@/platform/useTick'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Countdown } from '@/ui/Countdown'
import { statusAt, timerOf, type Status } from '../model/tournament'

const SECOND_MS = 1_000

const TONES: Record<Status, BadgeTone> = { active: 'success', future: 'info', archive: 'neutral' }

type Times = Pick<Tournament, 'start_at' | 'end_at'>

/** Where a tournament stands, as the page's own clock says: it turns over while the page is open. */
export function useStatus(times: Times): Status {
  return statusAt(times, useTick(SECOND_MS))
}

export function StatusBadge({ times }: { times: Times }) {
  const status = useStatus(times)
  return <Badge tone={TONES[status]}>{t(`tournaments.status_${status}`)}</Badge>
}

/** How long a tournament still lasts, or how long until it begins; a finished one has no clock. */
export function TournamentTimer({ times }: { times: Times }) {
  const now = useTick(SECOND_MS)
  const timer = timerOf(times, now)
  if (!timer) return <p className="text-sm text-soft">{t('tournaments.finished')}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="text-sm text-soft">{t(statusAt(times, now) === 'future' ? 'tournaments.starts_in' : 'tournaments.ends_in')}</span>
      <Countdown timer={timer} ground="page" />
    </div>
  )
}
