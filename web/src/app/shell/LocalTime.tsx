import { currentLocale } from '@/i18n/messages'
import { useNow } from '@/platform/useNow'

const TICK_MS = 15_000

/** The time of day by the visitor's own clock and time zone, to the minute; it is at most 15 seconds late. */
export function LocalTime({ className }: { className?: string }) {
  const now = new Date(useNow(TICK_MS, Date.now))
  const text = now.toLocaleTimeString(currentLocale(), { timeStyle: 'short' })
  return <time className={`tabular ${className ?? ''}`}>{text}</time>
}
