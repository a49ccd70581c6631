import { useQuery } from '@tanstack/react-query'
import { jackpotsQuery } from '@/api/info/jackpots'
import type { Jackpot } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Icon } from '@/ui/Icon'
import { StaticLink } from '@/ui/StaticLink'
import { LevelCard } from './LevelCard'
import { NightSky } from './NightSky'

/** The jackpots with what lies in them now, for the lobby; several pass by sideways. Nothing while there are none. */
export function JackpotShelf() {
  const { data = [] } = useQuery(jackpotsQuery(currentLocale()))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="jackpots-title">
      <h2 id="jackpots-title" className="mb-4 text-xl font-semibold">
        {t('jackpots.shelf')}
      </h2>
      <ul className="no-scrollbar -mx-(--gutter) flex snap-x gap-4 overflow-x-auto scroll-px-(--gutter) px-(--gutter)">
        {data.map((jackpot) => (
          <li key={jackpot.id} className={cx('snap-start', data.length > 1 ? 'w-[92%] shrink-0 xl:w-[70%]' : 'w-full')}>
            <Panel jackpot={jackpot} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Panel({ jackpot: { identifier, title, levels, currency } }: { jackpot: Jackpot }) {
  return (
    <div className="on-art relative overflow-hidden rounded-l border border-line bg-scrim p-4 md:p-6">
      <NightSky />
      <div className="relative">
        <StaticLink
          to={`/${identifier}`}
          className="pressable mb-4 inline-flex min-h-11 items-center gap-2 rounded-s font-display text-lg font-semibold text-text hover:text-link"
        >
          <Icon name="trophy" size={18} className="text-win" />
          {title}
        </StaticLink>
        <div className="grid gap-3 sm:grid-cols-3 md:gap-4">
          {levels.map((level) => (
            <LevelCard key={level.id} level={level} currency={currency} />
          ))}
        </div>
      </div>
    </div>
  )
}
