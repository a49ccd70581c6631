import type { ReactNode } from 'react'
import { usePlayer } from '@/api/session/player'
import type { VipProgress } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useNow } from '@/platform/useNow'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { useVipProgress } from '../api/vip'
import { daysLeft, LADDER, percentOf, standingOf, type Standing, type VipStatus } from '../model/vip'
import { Emblem } from './Emblem'
import { ProgressBar } from './ProgressBar'

const MINUTE_MS = 60_000

const NAMES: Record<VipStatus, MessageKey> = {
  REGULAR: 'vip_club.regular',
  BRONZE: 'vip.bronze',
  SILVER: 'vip.silver',
  GOLD: 'vip.gold',
  PLATINUM: 'vip.platinum',
  DIAMOND: 'vip.diamond',
}

/** The VIP club: where the player stands in this quarter, the ladder, and `info`, which says what it gives and asks. */
export function VipClub({ info }: { info: ReactNode }) {
  const player = usePlayer()
  const { progress, hasFailed, retry } = useVipProgress()
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold md:text-3xl">{t('vip_club.title')}</h1>
          <p className="mt-2 max-w-2xl text-soft">{t('vip_club.lead')}</p>
        </div>
        <Countdown endsAt={progress?.quarterEndsAt} />
      </header>
      {player && hasFailed && (
        <Alert
          tone="warning"
          action={
            <Button variant="ghost" size="s" icon="refresh" onPress={retry}>
              {t('oops.action')}
            </Button>
          }
        >
          {t('vip_club.failed')}
        </Alert>
      )}
      {player ? <StatusCard progress={progress} /> : <GuestCard />}
      <Ladder current={player ? progress?.currentStatus : undefined} />
      <div className="grid gap-6 lg:grid-cols-2">{info}</div>
    </>
  )
}

/** How long the quarter lasts, which ends at `endsAt`; a guest's, by the calendar. */
function Countdown({ endsAt }: { endsAt: string | undefined }) {
  const days = daysLeft(useNow(MINUTE_MS), endsAt)
  return (
    <p data-varies className="flex h-11 items-center gap-2 rounded-m border border-line bg-raised px-4 text-sm font-medium">
      <Icon name="calendar" size={18} className="text-vip-text" />
      {days === 0 ? t('vip_club.last_day') : t('vip_club.days_left', { days })}
    </p>
  )
}

function GuestCard() {
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 rounded-l border border-vip/40 bg-surface p-6">
      <p className="max-w-xl text-soft">{t('vip_club.guest')}</p>
      <ButtonLink to="/sign-up" search={{ redirect: '/rocketplay-vipclub' } as object}>
        {t('shell.sign_up')}
      </ButtonLink>
    </section>
  )
}

function StatusCard({ progress }: { progress: VipProgress | undefined }) {
  const money = useMoneyText()
  if (!progress) return <Skeleton className="h-64 w-full" />
  const { currentStatus, activeStatus, nextStatus, currency } = progress
  const parts = [
    { label: t('vip_club.deposits'), there: progress.depositAmountCents, of: progress.depositThresholdCents },
    { label: t('vip_club.bets'), there: progress.betSumCents, of: progress.betSumThresholdCents },
  ]
  const overall = Math.round(progress.overallProgress * 100)
  return (
    <section aria-label={t('vip_club.your_status')} className="relative overflow-hidden rounded-l border border-vip/40 bg-surface p-6 md:p-8">
      <div aria-hidden="true" className="absolute inset-0 bg-[radial-gradient(50%_120%_at_10%_0%,var(--vip),transparent_70%)] opacity-25" />
      <div className="relative grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] lg:items-center">
        <div className="flex items-center gap-5">
          <Emblem className="size-20">
            <Icon name="crown" size={32} />
          </Emblem>
          <div>
            <p className="text-sm text-muted">{t('vip_club.your_status')}</p>
            <p className="font-display text-2xl font-semibold">{t(NAMES[currentStatus])}</p>
            {activeStatus !== currentStatus && <p className="mt-1 text-sm text-soft">{t('vip_club.reached', { status: t(NAMES[activeStatus]) })}</p>}
          </div>
        </div>
        {nextStatus ? (
          <div>
            <p className="flex justify-between gap-4 font-medium">
              <span>{t('vip_club.to_next', { status: t(NAMES[nextStatus]) })}</span>
              <span className="tabular">{t('vip_club.percent', { percent: overall })}</span>
            </p>
            <ProgressBar label={t('vip_club.to_next', { status: t(NAMES[nextStatus]) })} percent={overall} className="mt-2 h-3" />
            <ul className="mt-5 grid gap-4 sm:grid-cols-2">
              {parts.map(({ label, there, of }) => (
                <li key={label}>
                  <p className="text-sm text-muted">{label}</p>
                  <p className="tabular mt-0.5 text-sm font-medium">{t('vip_club.of', { there: money(there, currency), of: money(of, currency) })}</p>
                  <ProgressBar label={label} percent={percentOf(there, of)} className="mt-2" />
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p className="text-soft">{t('vip_club.for_life')}</p>
        )}
      </div>
    </section>
  )
}

const TONES: Record<Standing, BadgeTone> = { before: 'neutral', current: 'vip', future: 'info', lock: 'neutral' }

/** The statuses beside each other, each with how it stands to the player's own. */
function Ladder({ current }: { current: VipStatus | undefined }) {
  return (
    <section aria-labelledby="vip-ladder">
      <h2 id="vip-ladder" className="text-xl font-semibold">
        {t('vip_club.ladder')}
      </h2>
      <ol tabIndex={0} aria-labelledby="vip-ladder" className="no-scrollbar -mx-(--gutter) mt-4 flex snap-x gap-4 overflow-x-auto px-(--gutter) py-1">
        {LADDER.map((status, step) => {
          const standing = current && standingOf(status, current)
          const isDim = standing === 'lock'
          return (
            <li
              key={status}
              aria-current={standing === 'current' ? 'step' : undefined}
              className={cx(
                'flex w-48 shrink-0 grow snap-start flex-col items-center gap-3 rounded-l border bg-surface p-5 text-center',
                standing === 'current' ? 'border-vip' : standing === 'future' ? 'border-info/60' : 'border-line',
              )}
            >
              <Emblem dim={isDim}>{isDim ? <Icon name="lock" size={22} /> : step + 1}</Emblem>
              <p className={cx('font-display font-semibold', isDim && 'text-muted')}>{t(NAMES[status])}</p>
              {standing && <Badge tone={TONES[standing]}>{t(`vip_club.${standing}`)}</Badge>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
