import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useNow } from '@/platform/useNow'
import { Icon } from '@/ui/Icon'
import { clockText, sessionStart } from '../model/sessionClock'

const TICK_MS = 1_000

/** How long the player has been here, under licences that ask for it. It goes by the clock: a tab may sleep. */
export function SessionTimer({ className }: { className?: string }) {
  const player = usePlayer()
  const licences = useQuery(projectQuery).data?.licences
  const isAsked = licences?.find(({ code }) => code === player?.license_name)?.session_timer
  return player && isAsked ? <Timer key={player.id} playerId={player.id} className={className} /> : null
}

function Timer({ playerId, className }: { playerId: number; className: string | undefined }) {
  const [start] = useState(() => sessionStart(playerId, Date.now()))
  const now = useNow(TICK_MS, Date.now)
  return (
    <span
      role="timer"
      aria-label={t('shell.session_timer')}
      className={cx('tabular flex items-center gap-1.5 text-xs font-medium whitespace-nowrap text-soft', className)}
    >
      <Icon name="clock" size={14} />
      {clockText(now - start)}
    </span>
  )
}
