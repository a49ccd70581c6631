import { currentLocale, t } from '@/i18n/messages'
import { useNow } from '@/lib/useNow'
import { msLeft, type Banner } from '../model/banner'
import { partsOf } from '../model/countdown'

const SECOND_MS = 1_000

/** How long a banner's matter still lasts, to the second; nothing before it begins and after it is over. */
export function Countdown({ timer }: { timer: NonNullable<Banner['timer']> }) {
  const left = msLeft(timer, useNow(SECOND_MS))
  if (left === null) return null
  const end = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timer.end_at))
  return (
    <div role="timer" data-varies aria-label={t('banner.until', { time: end })} className="flex gap-1.5">
      {partsOf(left, currentLocale()).map(({ unit, text }) => (
        <span
          key={unit}
          aria-hidden="true"
          className="tabular grid h-9 min-w-11 place-items-center rounded-s border border-text/15 bg-scrim/60 px-2 font-display text-sm font-semibold text-text backdrop-blur-md"
        >
          {text}
        </span>
      ))}
    </div>
  )
}
