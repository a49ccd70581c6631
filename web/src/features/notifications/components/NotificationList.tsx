import { useState } from 'react'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { buttonClass } from '@/ui/buttonStyle'
import { SilentBell } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { StaticLink } from '@/ui/StaticLink'
import { byNews, type Entry } from '../model/entries'
import { useMarkRead, useNotifications } from '../model/useNotifications'
import { NotificationSkeleton } from './NotificationSkeleton'

interface NotificationListProps {
  /** Level of its titles, by where it stands. */
  level: 2 | 3
  /** A button was followed to another page. */
  onLeave: () => void
}

/** What the player was told. All of it counts as read once it is on show; what was new stays marked until the list closes. */
export function NotificationList({ level, onLeave }: NotificationListProps) {
  const { entries, isPending, hasFailed, retry } = useNotifications()
  const [news, setNews] = useState<ReadonlySet<string>>(new Set())
  const unseen = entries.filter(({ id, isUnread }) => isUnread && !news.has(id))
  if (unseen.length > 0) setNews(new Set([...news, ...unseen.map(({ id }) => id)]))
  useMarkRead(entries)
  if (entries.length === 0) {
    if (isPending) return <NotificationSkeleton />
    if (hasFailed) return <FailedState title={t('notifications.failed')} onRetry={retry} level={level} />
    return <EmptyState drawing={<SilentBell />} title={t('notifications.empty_title')} text={t('notifications.empty_text')} level={level} />
  }
  const shown = entries.map((entry) => ({ ...entry, isUnread: news.has(entry.id) })).sort(byNews)
  return (
    <ul className="divide-y divide-line/60">
      {shown.map((entry) => (
        <Row key={entry.id} entry={entry} level={level} onLeave={onLeave} />
      ))}
    </ul>
  )
}

const TONES: Record<Entry['kind'], string> = {
  personal: 'text-info',
  successfully: 'text-success',
  warning: 'text-warning',
  reject: 'text-danger',
}

function Row({ entry, level, onLeave }: { entry: Entry; level: 2 | 3; onLeave: () => void }) {
  const { kind, icon, title, text, at, isUnread, button } = entry
  const Title = `h${level}` as const
  return (
    <li className="flex gap-3.5 py-4">
      <span className={cx('grid size-10 shrink-0 place-items-center rounded-full bg-hover', TONES[kind])}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2.5">
          <Title className="min-w-0 flex-1 font-sans text-sm font-semibold break-words text-text">{title}</Title>
          {isUnread && (
            <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{t('notifications.new')}</span>
            </span>
          )}
        </div>
        {text && <p className="mt-0.5 text-sm break-words text-soft">{text}</p>}
        <time dateTime={at} className="mt-1 block text-xs text-muted">
          {dateTimeText(at)}
        </time>
        {button && (
          <StaticLink to={button.path} onClick={onLeave} className={buttonClass({ variant: 'secondary', size: 's' }, 'mt-2.5 max-w-full')}>
            <span className="truncate">{button.title}</span>
          </StaticLink>
        )}
      </div>
    </li>
  )
}
