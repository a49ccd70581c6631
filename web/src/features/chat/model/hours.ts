import type { Chat } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'

/** When support answers, as a sentence in the visitor's zone and language, at `now` (Unix milliseconds). */
export function hoursText({ is_open, opens_at, closes_at }: Chat['hours'], now: number): string {
  if (opens_at === null || closes_at === null) return t('chat.always')
  const from = new Date(opens_at)
  const to = new Date(closes_at)
  const isToday = from.toDateString() === new Date(now).toDateString() || is_open
  const time = new Intl.DateTimeFormat(currentLocale(), { hour: 'numeric', minute: '2-digit' })
  const withDay = new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', hour: 'numeric', minute: '2-digit' })
  const values = { from: (isToday ? time : withDay).format(from), to: time.format(to) }
  return t(is_open ? 'chat.hours' : 'chat.away', values)
}

/** When a message was written: its time, before which messages of another day than that of `now` have their date. */
export function timeText(at: string, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const time = new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) })
  return time.format(new Date(at))
}
