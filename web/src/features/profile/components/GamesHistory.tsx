import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { startOf, type HistoryPeriod } from '@/domain/historyPeriod'
import { Badge } from '@/ui/Badge'
import { DataTable, type Column } from '@/ui/DataTable'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink, TextLink } from '@/ui/Link'
import { Money, useMoneyText } from '@/ui/Money'
import { Pagination } from '@/ui/Pagination'
import { PeriodSelect } from '@/ui/PeriodSelect'
import { Reference } from '@/ui/Reference'
import { playedGamesQuery, type PlayedRound, type PlayedSum } from '../api/playedGames'

interface GamesHistoryProps {
  period: HistoryPeriod
  /** Identifier of the game whose rounds are shown; of every game when absent. */
  game?: string | undefined
  /** Title of this game in the catalogue: a period without rounds names none. */
  gameTitle?: string | undefined
  page: number
  onPeriod: (period: HistoryPeriod) => void
  onPage: (page: number) => void
}

/** Rounds played for real money, newest first, each with its number and its check. */
export function GamesHistory({ period, game, gameTitle, page, onPeriod, onPage }: GamesHistoryProps) {
  return (
    <section aria-labelledby="history-title">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="history-title" className="text-xl font-semibold">
            {t('profile.history')}
          </h2>
          <p className="mt-1 text-sm text-soft">{t('profile.history_text')}</p>
        </div>
        <div className="w-60">
          <PeriodSelect value={period} onChange={onPeriod} />
        </div>
      </div>
      {/* `key`: remount, so `from` is recomputed and no old rows show. */}
      <Rounds key={`${period} ${game}`} period={period} game={game} gameTitle={gameTitle} page={page} onPage={onPage} />
    </section>
  )
}

function Rounds({ period, game, gameTitle, page, onPage }: Omit<GamesHistoryProps, 'onPeriod'>) {
  const [from] = useState(() => startOf(period, Date.now()))
  const { data, isError, refetch } = useQuery(playedGamesQuery(page, { from, game }))
  return (
    <>
      {data && <Sums sums={data.sums} />}
      {game && <OneGame title={gameTitle ?? data?.data[0]?.game.title} period={period} />}
      <DataTable
        columns={columns(period)}
        rows={data?.data}
        rowKey={(round) => round.id}
        failed={isError ? { title: t('profile.history_failed'), onRetry: () => void refetch() } : undefined}
        empty={
          <EmptyState
            level={3}
            drawing={<NothingFound />}
            title={t('profile.history_empty')}
            text={t('profile.history_empty_text')}
            action={
              <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }}>
                {t('profile.history_play')}
              </ButtonLink>
            }
          />
        }
      />
      {data && <Pagination page={page} pages={data.pagination.total_pages} onPage={onPage} />}
    </>
  )
}

/**
 * What all rounds of the period staked and won, a line for each currency; nothing where there are none.
 * Voided rounds excluded; only `game`'s rounds when filtered.
 */
function Sums({ sums }: { sums: readonly PlayedSum[] }) {
  if (sums.length === 0) return null
  return (
    <ul aria-label={t('profile.history_sums')} className="mb-4 divide-y divide-line/60 rounded-l border border-line bg-surface text-sm">
      {sums.map(({ currency, rounds, bets_cents: bets, wins_cents: wins }) => (
        <li key={currency} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-3">
          <span className="tabular min-w-0 flex-1 basis-32 text-soft">{t('profile.history_rounds', { count: rounds })}</span>
          <span className="text-soft">
            {t('profile.stats_bets')} <Money amountCents={bets} currency={currency} className="font-semibold text-text" />
          </span>
          <span className="text-soft">
            {t('profile.stats_wins')} <Money amountCents={wins} currency={currency} className="font-semibold text-text" />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The columns, in the language of the page; on phones the game and what it won stand above the rest. */
const columns = (period: HistoryPeriod): Column<PlayedRound>[] => [
  { label: t('profile.column_game'), isRowHeader: true, cell: (round) => <GameLink round={round} period={period} /> },
  {
    label: t('profile.column_time'),
    className: 'text-muted max-md:col-start-1 max-md:row-start-2 max-md:text-xs',
    cell: (round) => dateTimeText(round.started_at),
  },
  {
    label: t('profile.column_bet'),
    align: 'end',
    isLabelled: true,
    className: 'text-soft max-md:col-start-2 max-md:row-start-2 max-md:text-right max-md:text-xs',
    cell: (round) => (
      <>
        <Money amountCents={round.bet_cents} currency={round.currency} />
        {round.exchanged && <PlayedIn amountCents={round.exchanged.stake_cents} currency={round.exchanged.currency} />}
        {round.bought && <BonusBuy amountCents={round.bought.bet_cents} currency={round.bought.currency} />}
      </>
    ),
  },
  {
    label: t('profile.column_win'),
    align: 'end',
    className: 'max-md:col-start-2 max-md:row-start-1 max-md:text-right',
    cell: (round) => <Win round={round} />,
  },
  { label: t('profile.column_check'), align: 'end', className: 'max-md:col-span-2', cell: (round) => <CheckLink round={round} /> },
]

/** The title of the round's game; the catalogue may not know the game any more. */
const gameTitleOf = ({ game }: PlayedRound): string => game.title || t('profile.unknown_game')

/** The game's title, which leads to the rounds of this game. */
function GameLink({ round, period }: { round: PlayedRound; period: HistoryPeriod }) {
  const { identifier, title } = round.game
  if (!identifier || !title) return <span className="text-text">{gameTitleOf(round)}</span>
  return (
    <TextLink
      to="/profile/games-history"
      search={{ period, game: identifier }}
      aria-label={t('profile.only_game', { game: title })}
      className="inline-flex min-h-6 items-center text-text pointer-coarse:min-h-11"
    >
      {title}
    </TextLink>
  )
}

/** Says that only one game's rounds are shown, and leads back to those of all. */
function OneGame({ title, period }: { title: string | undefined; period: HistoryPeriod }) {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-4 text-sm">
      {title && <span className="font-semibold">{title}</span>}
      <TextLink to="/profile/games-history" search={{ period }} className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
        {t('profile.all_games')}
      </TextLink>
    </p>
  )
}

function Win({ round }: { round: PlayedRound }) {
  if (round.status === 'open') return <Badge tone="info">{t('profile.round_open')}</Badge>
  if (round.status === 'void') return <Badge>{t('profile.round_void')}</Badge>
  return (
    <>
      <Money
        amountCents={round.win_cents}
        currency={round.currency}
        won={round.win_cents > round.bet_cents}
        className={cx('font-semibold', round.win_cents === 0 && 'text-muted')}
      />
      {round.exchanged && <PlayedIn amountCents={round.exchanged.win_cents} currency={round.exchanged.currency} />}
    </>
  )
}

/** The way to the round's check, and the number under which it is found there and by support. */
function CheckLink({ round }: { round: PlayedRound }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 md:justify-end">
      <Reference id={round.id} />
      <TextLink
        to="/profile/fairness"
        search={{ round: round.id }}
        aria-label={t('profile.verify_round', { game: gameTitleOf(round), time: dateTimeText(round.started_at) })}
        className="inline-flex min-h-6 items-center font-semibold pointer-coarse:min-h-11"
      >
        {t('profile.verify')}
      </TextLink>
    </span>
  )
}

/** Marks a bonus buy and shows its base bet. */
function BonusBuy({ amountCents, currency }: { amountCents: number; currency: string }) {
  const money = useMoneyText()
  return <span className="block text-xs text-muted">{t('profile.bought', { bet: money(amountCents, currency) })}</span>
}

/** The same amount in the currency that the round was played in. */
function PlayedIn(amount: { amountCents: number; currency: string }) {
  return (
    <span className="block text-xs text-muted">
      <Money {...amount} />
    </span>
  )
}
