import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { recentWinsQuery } from '@/api/info/catalogue'
import type { RecentWin } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { GamePicture } from '@/ui/GamePicture'
import { IconButton } from '@/ui/IconButton'
import { Money } from '@/ui/Money'
import { StaticLink } from '@/ui/StaticLink'
import { Skeleton } from '@/ui/Skeleton'
import { winKeys } from '../model/winKeys'

/** Fewer wins than this stand still: passing by, they would leave gaps in the band. */
const MOVING_MIN = 4

/** The latest wins, passing by; they halt under the pointer, for a keyboard, and by a button. The band is as high without any. */
export function WinsTicker() {
  const query = useQuery(recentWinsQuery)
  const [isPaused, setPaused] = useState(false)
  // The band is drawn in small steps, between which the page answers.
  const wins = useDeferredValue(query.data ?? (query.isError ? [] : undefined))
  const isMoving = wins !== undefined && wins.length >= MOVING_MIN
  return (
    <section aria-labelledby="recent-wins" className="flex h-[82px] items-center gap-4 overflow-hidden rounded-l border border-line/70 bg-surface pr-2 pl-5">
      <h2 id="recent-wins" className="flex shrink-0 items-center gap-2.5 font-sans text-sm font-semibold text-soft">
        <span aria-hidden="true" className="size-2 rounded-full bg-success shadow-[0_0_10px_var(--success)]" />
        <span className="whitespace-nowrap max-sm:max-w-20 max-sm:whitespace-normal max-sm:leading-4.5">{t('wins.title')}</span>
      </h2>
      {!wins ? (
        <Skeleton className="h-14 flex-1" />
      ) : wins.length === 0 ? (
        <p className="min-w-0 flex-1 text-sm text-muted">{t('wins.none')}</p>
      ) : (
        <div className="group min-w-0 flex-1 overflow-hidden [mask-image:linear-gradient(90deg,transparent,#000_32px,#000_calc(100%-48px),transparent)]">
          <div
            className={cx(
              'flex w-max',
              isMoving &&
                'animate-ticker group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused] motion-reduce:animate-none',
              isPaused && '[animation-play-state:paused]',
            )}
          >
            <Wins wins={wins} />
            {isMoving && <Wins wins={wins} copy />}
          </div>
        </div>
      )}
      {isMoving && (
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          size="s"
          label={t(isPaused ? 'wins.resume' : 'wins.pause')}
          onPress={() => setPaused(!isPaused)}
          className="motion-reduce:hidden"
        />
      )}
    </section>
  )
}

function pageOf(win: RecentWin): string {
  return `/play/${win.game.identifier}`
}

/** The band holds the wins twice, so that it can start over unseen; readers get them once. */
function Wins({ wins, copy = false }: { wins: RecentWin[]; copy?: boolean }) {
  const keys = winKeys(wins)
  return (
    <ul className="flex" aria-hidden={copy || undefined} inert={copy}>
      {wins.map((win, index) => (
        <li key={keys[index]} className="pr-3">
          <StaticLink
            to={pageOf(win)}
            className="pressable flex h-14 items-center gap-3 rounded-m border border-line/60 bg-raised pr-5 pl-2 hover:border-line-strong"
          >
            <span className="relative size-10 overflow-hidden rounded-s">
              <GamePicture game={{ ...win.game, placeholder: null, accent: 'var(--line)' }} alt="" sizes="40px" />
            </span>
            <span className="text-xs">
              <span className="block text-muted">{t('wins.line', { name: win.user_name, game: win.game.title })}</span>
              <Money amountCents={win.amount_cents} currency={win.currency} won className="font-semibold" />
            </span>
          </StaticLink>
        </li>
      ))}
    </ul>
  )
}
