import { Link } from '@tanstack/react-router'
import type { Game, Volatility } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { mechanicText } from '@/i18n/mechanics'
import { multipleText, shareText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { gameHref, houseEdge } from '@/domain/game'
import { GamePicture } from '@/ui/GamePicture'
import { Icon } from '@/ui/Icon'
import { gamesByReturn } from '../model/maths'

const ROWS = 6
const LEVELS: Record<Volatility, number> = { low: 1, medium: 2, high: 3 }

/** The operator's games by what they give back: the figures that others hide, as the reason to come. */
export function MathsTable({ games }: { games: Game[] }) {
  const ranked = gamesByReturn(games).slice(0, ROWS)
  if (ranked.length < 2) return null
  return (
    <section aria-labelledby="maths">
      <h2 id="maths" className="text-xl font-semibold">
        {t('maths.title')}
      </h2>
      <p className="mt-1.5 mb-4 max-w-2xl text-sm text-muted">{t('maths.text')}</p>
      <ol className="divide-y divide-line/60 overflow-hidden rounded-l border border-line/70 bg-surface">
        {ranked.map((game) => (
          <li key={game.identifier}>
            <Link
              to={gameHref(game)}
              className="pressable group grid grid-cols-[56px_1fr_auto] items-center gap-4 p-4 outline-offset-[-2px] hover:bg-raised md:grid-cols-[56px_1.2fr_1.6fr_1fr_1fr_24px] md:px-6"
            >
              <span className="relative aspect-square w-14 overflow-hidden rounded-s">
                <GamePicture game={game} alt="" sizes="56px" />
              </span>
              <span className="min-w-0">
                <span className="block truncate font-semibold">{game.title}</span>
                <span className="line-clamp-3 text-xs text-muted">{game.mechanics.map(mechanicText).join(' · ')}</span>
              </span>
              <Return rtp={game.rtp ?? '0'} withJackpot={game.rtp_with_jackpot} />
              <VolatilityMeter level={game.volatility} />
              <span className="tabular text-sm text-soft max-md:hidden">{game.max_win_x && t('maths.max_win', { times: multipleText(game.max_win_x) })}</span>
              <Icon name="chevronRight" className="text-muted group-hover:text-text max-md:hidden" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What comes back of all bets; the bar shows the share of the rounds from nothing to all. */
function Return({ rtp, withJackpot }: { rtp: string; withJackpot: string | null | undefined }) {
  return (
    <span className="text-right md:text-left">
      <span className="tabular font-display text-lg font-semibold">{shareText(rtp)}</span>
      <span className="ml-2 text-xs text-muted max-md:hidden">{t('maths.edge', { edge: shareText(houseEdge(rtp)) })}</span>
      {withJackpot && <span className="tabular block text-xs text-muted">{t('tile.rtp_jackpot', { rtp: shareText(withJackpot) })}</span>}
      <span aria-hidden="true" className="mt-1.5 block h-1.5 w-24 overflow-hidden rounded-full bg-hover md:w-full md:max-w-64">
        <span className="block h-full rounded-full bg-(image:--aurora-band)" style={{ width: `${Math.min(100, Number(rtp))}%` }} />
      </span>
    </span>
  )
}

function VolatilityMeter({ level }: { level: Volatility | null }) {
  if (!level) return <span className="max-md:hidden" />
  return (
    <span className="flex items-center gap-2.5 text-sm text-soft max-md:hidden">
      <span aria-hidden="true" className="flex items-end gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={cx('w-1.5 rounded-full', bar <= LEVELS[level] ? 'bg-info' : 'bg-line')} style={{ height: 6 + bar * 4 }} />
        ))}
      </span>
      {tOptional(`volatility.${level}`, level)}
    </span>
  )
}
