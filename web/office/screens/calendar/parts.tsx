import { Link } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import type { CalendarEntry, CalendarState } from '../../api/types'
import { t } from '../../i18n/texts'
import { Time } from '../../ui/Time'

const TONE = { upcoming: 'info', waiting: 'warning', running: 'success', paused: 'warning', over: 'neutral', ended: 'danger' } as const

export function Standing({ state }: { state: CalendarState }) {
  return <Badge tone={TONE[state]}>{t(`calendar_state.${state}`)}</Badge>
}

/** The title of an entry, which leads to where it is edited. */
export function EntryTitle({ entry: { title, page } }: { entry: CalendarEntry }) {
  if (page === null) return <span className="break-words">{title}</span>
  return (
    <Link to={page} data-row className="rounded-s break-words text-text underline-offset-4 hover:underline">
      {title}
    </Link>
  )
}

/** From when until when. */
export function Span({ entry: { from, to } }: { entry: CalendarEntry }) {
  if (from !== null && from === to) return <Time at={from} />
  return (
    <>
      {from === null ? t('calendar.ever') : <Time at={from} />} – {to === null ? t('calendar.open') : <Time at={to} />}
    </>
  )
}
