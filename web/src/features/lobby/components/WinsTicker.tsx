import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { recentWinsQuery } from '@/api/info/catalogue'
import type { RecentWin } from '@/api/types'
import { t } from '@/i18n/messages'
import { GamePicture } from '@/ui/GamePicture'
import { Money } from '@/ui/Money'
import { QuietLink } from '@/ui/QuietLink'
import { Skeleton } from '@/ui/Skeleton'

/** Fewer wins than this would leave gaps in the band. */
const WINS_MIN = 4

/** The latest wins, passing by; they halt under the pointer and for a keyboard. */
export function WinsTicker() {
  const query = useQuery(recentWinsQuery)
  // The band is drawn in small steps, between which the page answers.
  const wins = useDeferredValue(query.data)
  if (!wins && !query.isError) return <Skeleton className="h-[82px] rounded-l" />
  if (!wins || wins.length < WINS_MIN) return null
  return (
    <section aria-labelledby="recent-wins" className="flex items-center gap-4 overflow-hidden rounded-l border border-line/70 bg-surface py-3 pl-5">
      <h2 id="recent-wins" className="flex shrink-0 items-center gap-2.5 font-sans text-sm font-semibold text-soft">
        <span aria-hidden="true" className="size-2 rounded-full bg-success shadow-[0_0_10px_var(--success)]" />
        <span className="max-w-20 leading-4.5">{t('wins.title')}</span>
      </h2>
      <div className="group min-w-0 flex-1 overflow-hidden [mask-image:linear-gradient(90deg,transparent,#000_32px,#000_calc(100%-48px),transparent)]">
        <div className="flex w-max animate-ticker group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused] motion-reduce:animate-none">
          <Wins wins={wins} />
          <Wins wins={wins} copy />
        </div>
      </div>
    </section>
  )
}

function pageOf(win: RecentWin): string {
  return `/play/${win.game.identifier}`
}

/** The band holds the wins twice, so that it can start over unseen; readers get them once. */
function Wins({ wins, copy = false }: { wins: RecentWin[]; copy?: boolean }) {
  return (
    <ul className="flex" aria-hidden={copy || undefined} inert={copy}>
      {wins.map((win, index) => (
        <li key={`${win.created_at}-${index}`} className="pr-3">
          <QuietLink
            to={pageOf(win)}
            className="pressable flex h-14 items-center gap-3 rounded-m border border-line/60 bg-raised pr-5 pl-2 hover:border-line-strong"
          >
            <span className="relative size-10 overflow-hidden rounded-s">
              <GamePicture game={{ ...win.game, placeholder: null, accent: 'var(--line)' }} alt="" sizes="40px" />
            </span>
            <span className="text-xs">
              <span className="block text-muted">
                {t('wins.line', { name: win.user_name, game: win.game.title })}
              </span>
              <Money amountCents={win.amount_cents} currency={win.currency} won className="font-semibold" />
            </span>
          </QuietLink>
        </li>
      ))}
    </ul>
  )
}
