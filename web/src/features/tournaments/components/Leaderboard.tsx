import type { Tournament, TournamentStatus } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { pointsText, prizeOf } from '../model/tournament'
import { PlacePrize } from './PlacePrize'
import { useStatus } from './TournamentTimer'

type Place = Tournament['top_players'][number]

const MEDALS: Record<number, string> = {
  1: 'bg-win/20 text-win',
  2: 'bg-text/15 text-text',
  3: 'bg-warning/20 text-warning',
}

/** The board: the places with a prize, and the player's own surroundings where those are further down. */
export function Leaderboard({ tournament, own }: { tournament: Tournament; own: TournamentStatus | undefined }) {
  const status = useStatus(tournament)
  const { top_players: top } = tournament
  if (top.length === 0) {
    const text = t(status === 'archive' ? 'tournaments.empty_ended' : 'tournaments.empty_text')
    return <EmptyState drawing={<NothingFound />} title={t('tournaments.empty_title')} text={text} level={3} />
  }
  const last = top.at(-1)?.award_place ?? 0
  const around = (own?.neighbours ?? []).filter(({ award_place }) => award_place > last)
  const isBelow = (own?.award_place ?? 0) > last
  return (
    <>
      <Board tournament={tournament} places={top} label={t('tournaments.leaderboard')} />
      {isBelow && around.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 font-sans text-sm font-semibold text-muted">{t('tournaments.around_you')}</h3>
          <Board tournament={tournament} places={around} label={t('tournaments.around_you')} />
        </>
      )}
    </>
  )
}

const CELL = 'px-3 py-2.5 md:px-4'

function Board({ tournament, places, label }: { tournament: Tournament; places: readonly Place[]; label: string }) {
  const head = tournament.strategy.kind === 'best_multiplier' ? t('tournaments.multiplier') : t('tournaments.points')
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className={cx(CELL, 'w-14')}>
            {t('tournaments.place')}
          </th>
          <th scope="col" className={CELL}>
            {t('tournaments.player')}
          </th>
          <th scope="col" className={cx(CELL, 'text-right')}>
            {head}
          </th>
          <th scope="col" className={cx(CELL, 'text-right')}>
            {t('tournaments.prize')}
          </th>
        </tr>
      </thead>
      <tbody>
        {places.map((place) => (
          <Row key={place.award_place} tournament={tournament} place={place} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ tournament, place: { award_place: place, nickname, points, is_own: isOwn } }: { tournament: Tournament; place: Place }) {
  return (
    <tr className={cx('border-t border-line/60', isOwn && 'bg-accent/10')} aria-current={isOwn || undefined}>
      <td className={CELL}>
        <span className={cx('tabular grid size-8 place-items-center rounded-full font-display font-semibold', MEDALS[place])}>{place}</span>
      </td>
      <th scope="row" className={cx(CELL, 'max-w-40 truncate text-left font-semibold')}>
        {isOwn ? t('tournaments.you') : nickname}
      </th>
      <td className={cx(CELL, 'tabular text-right font-display')}>{pointsText(tournament, points, currentLocale())}</td>
      <td className={cx(CELL, 'text-right')}>
        <PlacePrize tournament={tournament} prize={prizeOf(tournament, place)} />
      </td>
    </tr>
  )
}
