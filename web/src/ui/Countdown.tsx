import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { useTick } from '@/platform/useTick'
import { msLeft, partsOf, type Timer } from './timeLeft'

const SECOND_MS = 1_000

/** What the figures stand on. */
const GROUNDS = { picture: 'bg-scrim/60 backdrop-blur-md', page: 'bg-raised' }

/** How long something still lasts, to the second; nothing before it begins and after it is over. */
export function Countdown({ timer, ground = 'picture' }: { timer: Timer; ground?: keyof typeof GROUNDS }) {
  const leftMs = msLeft(timer, useTick(SECOND_MS))
  if (leftMs === null) return null
  return (
    <div role="timer" data-varies aria-label={t('banner.until', { time: dateTimeText(timer.end_at) })} className="flex gap-1.5">
      {partsOf(leftMs, currentLocale()).map(({ unit, text }) => (
        <span
          key={unit}
          aria-hidden="true"
          className={`tabular grid h-9 min-w-11 place-items-center rounded-s border border-text/15 px-2 font-display text-sm font-semibold text-text ${GROUNDS[ground]}`}
        >
          {text}
        </span>
      ))}
    </div>
  )
}
