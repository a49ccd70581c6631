import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { currentLocale, t } from '@/i18n/messages'
import { readStored, writeStored } from '@/platform/stored'
import { useNow } from '@/platform/useNow'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'
import { playSummaryQuery } from '../api/playSummary'
import { Positions } from './PlayPosition'

const MINUTE_MS = 60_000
const TICK_MS = 1_000

/** How many checks this tab has shown, with the player whose they were and the session's start. */
const SHOWN_KEY = 'reality_check'
const tab = () => window.sessionStorage

interface RealityCheckProps {
  /** Since when the player has been here, Unix milliseconds. */
  start: number
  /** Told while the check lies over the game. */
  onShown: (isShown: boolean) => void
}

/** Pauses a game for money now and then, under licences that ask for it, to show the time and what was played. */
export function RealityCheck(props: RealityCheckProps) {
  const player = usePlayer()
  const licences = useQuery(projectQuery).data?.licences
  const minutes = licences?.find(({ code }) => code === player?.license_name)?.limits.reality_check_minutes
  return player && minutes ? <Check {...props} periodMs={minutes * MINUTE_MS} /> : null
}

function Check({ start, onShown, periodMs }: RealityCheckProps & { periodMs: number }) {
  const now = useNow(TICK_MS, Date.now)
  const due = Math.floor((now - start) / periodMs)
  const [shown, setShown] = useState(() => {
    const [of, count] = (readStored(tab, SHOWN_KEY) ?? '').split(':').map(Number)
    return of === start && count !== undefined ? count : 0
  })
  const isDue = due > shown
  useEffect(() => {
    onShown(isDue)
    return () => onShown(false)
  }, [isDue, onShown])
  if (!isDue) return null
  const goOn = () => {
    writeStored(tab, SHOWN_KEY, `${start}:${due}`)
    setShown(due)
  }
  return <CheckDialog minutes={Math.floor((now - start) / MINUTE_MS)} onGoOn={goOn} />
}

function minutesText(minutes: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)
}

function CheckDialog({ minutes, onGoOn }: { minutes: number; onGoOn: () => void }) {
  const navigate = useNavigate()
  const { data, isError } = useQuery(playSummaryQuery)
  const leave = (to: '/' | '/profile/games-history') => {
    onGoOn()
    void navigate({ to })
  }
  return (
    <Dialog title={t('limits.check_title')} onClose={onGoOn} size="s" dismissable={false}>
      <p className="text-soft">{t('limits.check_time', { time: minutesText(minutes) })}</p>
      {data ? (
        <Positions positions={data.session.positions} />
      ) : isError ? (
        <p className="mt-3 text-sm text-soft">{t('limits.position_failed')}</p>
      ) : (
        <Skeleton className="mt-3 h-16 w-full" />
      )}
      <div className="mt-6 grid gap-2">
        <Button wide size="l" onPress={onGoOn}>
          {t('limits.check_go_on')}
        </Button>
        <Button variant="secondary" wide size="l" onPress={() => leave('/profile/games-history')}>
          {t('profile.history')}
        </Button>
        <Button variant="secondary" wide size="l" onPress={() => leave('/')}>
          {t('limits.check_stop')}
        </Button>
      </div>
    </Dialog>
  )
}
