import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink, TextLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { playedGamesQuery, type PlayedRound } from '../api/playedGames'

const DAY_MS = 24 * 60 * 60_000
const PERIODS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, all: null } as const
type Period = keyof typeof PERIODS

/** Start of a period that ends now, on the minute, so that the same period keeps the same answer for a while. */
function startOf(period: Period, nowMs: number): string | null {
  const length = PERIODS[period]
  return length === null ? null : new Date(Math.floor((nowMs - length) / 60_000) * 60_000).toISOString()
}

/** Rounds played for real money, newest first, each with its check. */
export function GamesHistory() {
  const [{ period, from }, setFilter] = useState<{ period: Period; from: string | null }>(() => ({ period: 'month', from: startOf('month', Date.now()) }))
  const [page, setPage] = useState(1)
  const { data, isError, isPending, refetch } = useQuery(playedGamesQuery(page, from))
  const choose = (id: string) => {
    const chosen = (id in PERIODS ? id : 'month') as Period
    setPage(1)
    setFilter({ period: chosen, from: startOf(chosen, Date.now()) })
  }
  return (
    <section aria-labelledby="history-title">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="history-title" className="text-xl font-semibold">{t('profile.history')}</h2>
          <p className="mt-1 text-sm text-soft">{t('profile.history_text')}</p>
        </div>
        <div className="w-60">
          <Select
            label={t('profile.period')}
            autoComplete="off"
            options={(Object.keys(PERIODS) as Period[]).map((id) => ({ id, label: t(`profile.period_${id}`) }))}
            value={period}
            onChange={choose}
          />
        </div>
      </div>
      {isPending && <Skeleton className="h-96 w-full" />}
      {isError && <FailedState level={3} title={t('profile.history_failed')} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <EmptyState level={3} drawing={<NothingFound />} title={t('profile.history_empty')} action={<ButtonLink to="/pokies/$slug" params={{ slug: 'all' }}>{t('profile.history_play')}</ButtonLink>} />
      )}
      {data && data.data.length > 0 && (
        <>
          <Rounds rounds={data.data} />
          <Pages page={page} pages={data.pagination.total_pages} onPage={setPage} />
        </>
      )}
    </section>
  )
}

const HEAD = 'px-4 py-3 text-left text-xs font-semibold whitespace-nowrap text-muted max-md:sr-only'
const CELL = 'text-sm whitespace-nowrap md:px-4 md:py-3.5'

function Rounds({ rounds }: { rounds: PlayedRound[] }) {
  return (
    <table className="w-full overflow-hidden rounded-l border border-line bg-surface max-md:block md:border-separate md:border-spacing-0">
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={HEAD}>{t('profile.column_game')}</th>
          <th scope="col" className={HEAD}>{t('profile.column_time')}</th>
          <th scope="col" className={cx(HEAD, 'md:text-right')}>{t('profile.column_bet')}</th>
          <th scope="col" className={cx(HEAD, 'md:text-right')}>{t('profile.column_win')}</th>
          <th scope="col" className={cx(HEAD, 'md:text-right')}>{t('profile.column_check')}</th>
        </tr>
      </thead>
      <tbody className="max-md:block max-md:divide-y max-md:divide-line/60 md:[&_td]:border-t md:[&_td]:border-line/60">
        {rounds.map((round) => (
          <tr key={round.id} className="max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:px-4 max-md:py-3.5">
            <th scope="row" className={cx(CELL, 'text-left font-semibold md:border-t md:border-line/60')}>{round.game.title}</th>
            <td className={cx(CELL, 'text-muted max-md:col-start-1 max-md:row-start-2 max-md:text-xs')}>{dateTimeText(round.started_at)}</td>
            <td className={cx(CELL, 'text-soft max-md:col-start-2 max-md:row-start-2 max-md:text-right max-md:text-xs md:text-right')}>
              <span className="md:sr-only">{t('profile.column_bet')} </span>
              <Money amountCents={round.bet_cents} currency={round.currency} />
              {round.exchanged && <PlayedIn amountCents={round.exchanged.stake_cents} currency={round.exchanged.currency} />}
            </td>
            <td className={cx(CELL, 'max-md:col-start-2 max-md:row-start-1 max-md:text-right md:text-right')}>
              {round.status === 'open' ? (
                <Badge tone="info">{t('profile.round_open')}</Badge>
              ) : (
                <>
                  <Money
                    amountCents={round.win_cents}
                    currency={round.currency}
                    won={round.win_cents > round.bet_cents}
                    className={cx('font-semibold', round.win_cents === 0 && 'text-muted')}
                  />
                  {round.exchanged && <PlayedIn amountCents={round.exchanged.win_cents} currency={round.exchanged.currency} />}
                </>
              )}
            </td>
            <td className={cx(CELL, 'max-md:col-span-2 md:text-right')}>
              <TextLink
                to="/profile/fairness"
                search={{ round: round.id }}
                aria-label={t('profile.verify_round', { game: round.game.title, time: dateTimeText(round.started_at) })}
                className="inline-flex min-h-6 items-center font-semibold pointer-coarse:min-h-11"
              >
                {t('profile.verify')}
              </TextLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same amount in the currency that the round was played in. */
function PlayedIn(amount: { amountCents: number; currency: string }) {
  return (
    <span className="block text-xs text-muted">
      <Money {...amount} />
    </span>
  )
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages <= 1) return null
  return (
    <nav aria-label={t('profile.pages')} className="mt-4 flex items-center justify-between text-sm text-soft">
      <Button variant="secondary" size="s" isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        {t('profile.newer')}
      </Button>
      {t('profile.page', { page, pages })}
      <Button variant="secondary" size="s" isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        {t('profile.older')}
      </Button>
    </nav>
  )
}
