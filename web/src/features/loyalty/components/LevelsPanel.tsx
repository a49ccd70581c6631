import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { reload } from '@/api/realtime'
import { useActiveAccount } from '@/api/session/accounts'
import { onNewGift } from '@/api/session/bonuses'
import type { LevelGift } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Badge } from '@/ui/Badge'
import { FailedState } from '@/ui/FailedState'
import { Icon, type IconName } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { usePrizeTexts } from '@/ui/usePrizeTexts'
import { LEVEL_GIFTS, levelGiftsQuery, statusesQuery } from '../api/levels'
import { compPointsQuery } from '../api/points'
import { levelAt, levelPercent, levelsOf, type Level } from '../model/levels'
import { Emblem } from './Emblem'
import { pointsText } from './PointsText'
import { ProgressBar } from './ProgressBar'

/** What the levels bring, kept up to date as gifts come. */
function useLevelGifts() {
  const client = useQueryClient()
  useEffect(() => onNewGift(() => reload(client, [LEVEL_GIFTS])), [client])
  return useQuery(levelGiftsQuery(currentLocale()))
}

/** The player's level, the way to the next one, and all levels with their gifts; `shopLink` leads to what points buy. */
export function LevelsPanel({ shopLink }: { shopLink: ReactNode }) {
  const gifts = useLevelGifts()
  const statuses = useQuery(statusesQuery(currentLocale()))
  const points = useQuery(compPointsQuery)
  if (!statuses.data || !points.data || !gifts.data) {
    if (!statuses.isError && !points.isError && !gifts.isError) return <Skeleton className="h-96 w-full" />
    const retry = () => void Promise.all([statuses.refetch(), points.refetch(), gifts.refetch()])
    return <FailedState level={3} title={t('level.failed')} onRetry={retry} />
  }
  const levels = levelsOf(statuses.data)
  const earned = points.data.persistent.points
  const current = levelAt(levels, earned)
  return (
    <div className="grid gap-6">
      {current && <CurrentLevel level={current} earned={earned} />}
      {shopLink}
      <section aria-labelledby="all-levels">
        <h3 id="all-levels" className="text-lg font-semibold">
          {t('level.all')}
        </h3>
        <ol className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
          {levels.map((level) => (
            <LevelCard key={level.number} level={level} current={current} gift={gifts.data.find((gift) => gift.level === level.number)} />
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The player's level alone, with `children` below it; nothing where there are no levels, or they did not come. */
export function LevelSummary({ children }: { children: ReactNode }) {
  const statuses = useQuery(statusesQuery(currentLocale()))
  const points = useQuery(compPointsQuery)
  if (!statuses.data || !points.data) return statuses.isError || points.isError ? null : <Skeleton className="h-44 w-full" />
  const earned = points.data.persistent.points
  const current = levelAt(levelsOf(statuses.data), earned)
  return current ? (
    <CurrentLevel level={current} earned={earned}>
      {children}
    </CurrentLevel>
  ) : null
}

function CurrentLevel({ level, earned, children }: { level: Level; earned: number; children?: ReactNode }) {
  const percent = levelPercent(level, earned)
  return (
    <section
      aria-label={t('level.yours')}
      className="flex flex-wrap items-center gap-5 rounded-l border border-vip/40 bg-surface bg-(image:--sheen) p-5 md:p-6"
    >
      <LevelPicture level={level} className="size-20 text-2xl" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-display text-xl font-semibold">{level.name}</p>
        <p className="tabular mt-1 text-sm text-soft">{t('level.earned', { count: pointsText(earned) })}</p>
        {level.to === undefined ? (
          <p className="mt-3 text-sm text-soft">{t('level.highest')}</p>
        ) : (
          <>
            <ProgressBar label={t('level.to_next', { number: level.number + 1 })} percent={percent} className="mt-3 h-3" />
            <p className="tabular mt-2 flex justify-between gap-4 text-sm">
              <span className="text-muted">{t('level.next_at', { number: level.number + 1, count: pointsText(level.to + 1) })}</span>
              <span className="font-medium">{t('vip_club.percent', { percent })}</span>
            </p>
          </>
        )}
        {children}
      </div>
    </section>
  )
}

function LevelCard({ level, current, gift }: { level: Level; current: Level | undefined; gift: LevelGift | undefined }) {
  const isCurrent = level.number === current?.number
  const isAhead = current !== undefined && level.number > current.number
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={cx('flex flex-col items-center gap-2 rounded-l border bg-surface p-4 text-center', isCurrent ? 'border-vip' : 'border-line')}
    >
      <LevelPicture level={level} dim={isAhead} className="size-16" />
      <p className={cx('font-display font-semibold', isAhead && 'text-muted')}>{level.name}</p>
      {level.content && <p className="text-sm text-soft">{level.content}</p>}
      <p className="tabular text-xs text-muted">{t('level.from', { count: pointsText(level.from) })}</p>
      {isCurrent && <Badge tone="vip">{t('vip_club.current')}</Badge>}
      {level.gifts.length > 0 && <GiftDescriptions gifts={level.gifts} />}
      {gift && <Gift gift={gift} />}
    </li>
  )
}

/** The picture of a level; the shield with its number where it has none. */
function LevelPicture({ level: { number, image }, dim = false, className }: { level: Level; dim?: boolean; className: string }) {
  if (image === null)
    return (
      <Emblem dim={dim} className={className}>
        {number}
      </Emblem>
    )
  return <img src={image} alt="" width={96} height={96} className={cx('shrink-0', dim && 'opacity-45 grayscale', className)} />
}

const GIFT_ICONS: Record<Level['gifts'][number]['type'], IconName> = { points: 'layers', cashback: 'refresh', fs: 'sparkle', bonus: 'gift' }

/** What a level brings, in words of staff's. */
function GiftDescriptions({ gifts }: Pick<Level, 'gifts'>) {
  return (
    <ul aria-label={t('level.brings')} className="grid gap-1 text-left text-sm text-soft">
      {gifts.map(({ type, text }) => (
        <li key={text} className="flex gap-2">
          <Icon name={GIFT_ICONS[type]} size={16} className="mt-0.5 shrink-0 text-vip-text" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

function Gift({ gift: { gift, reached_at, issued_at } }: { gift: LevelGift }) {
  const texts = usePrizeTexts(useActiveAccount()?.currency)
  return (
    <div className="mt-auto grid w-full justify-items-center gap-1 border-t border-line pt-3 text-sm">
      <p className="font-medium">{texts.name(gift)}</p>
      <p className="text-xs text-muted">{texts.terms(gift)}</p>
      {reached_at && <Badge tone={issued_at ? 'success' : 'neutral'}>{issued_at ? t('level.gift_given') : t('level.gift_due')}</Badge>}
    </div>
  )
}
