import { useQuery } from '@tanstack/react-query'
import type { PlaySummary } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { Money } from '@/ui/Money'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { playSummaryQuery, STATEMENT } from '../api/playSummary'

const SPANS: { span: keyof PlaySummary; title: MessageKey }[] = [
  { span: 'session', title: 'limits.position_session' },
  { span: 'day', title: 'limits.position_day' },
  { span: 'year', title: 'limits.position_year' },
]

/** What the player has staked and won within this session, the last 24 hours and the year, and the statement. */
export function PlayPosition() {
  const { data, isError, refetch } = useQuery(playSummaryQuery)
  return (
    <section aria-labelledby="position-title" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="position-title" className="text-xl font-semibold">
          {t('limits.position_title')}
        </h2>
        <a href={STATEMENT} download className="inline-flex min-h-11 items-center font-medium text-info underline underline-offset-4">
          {t('limits.statement')}
        </a>
      </div>
      {isError ? (
        <FailedState level={3} title={t('limits.position_failed')} onRetry={() => void refetch()} />
      ) : (
        <div className="mt-4 grid gap-3 md:grid-cols-3">
          {SPANS.map(({ span, title }) => (
            <div key={span} className="rounded-l border border-line bg-surface p-5">
              <h3 className="text-sm font-semibold text-muted">{t(title)}</h3>
              {data ? <Positions positions={data[span].positions} /> : <Skeleton className="mt-3 h-16 w-full" />}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

/** Staked, won and the difference, by currency. */
export function Positions({ positions }: { positions: PlaySummary['day']['positions'] }) {
  if (positions.length === 0) return <p className="mt-3 text-sm text-soft">{t('limits.position_none')}</p>
  return positions.map((position) => (
    <dl key={position.currency} className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
      <dt className="text-soft">{t('limits.staked')}</dt>
      <dd className="text-right">
        <Money amountCents={position.staked_cents} currency={position.currency} />
      </dd>
      <dt className="text-soft">{t('limits.won')}</dt>
      <dd className="text-right">
        <Money amountCents={position.won_cents} currency={position.currency} />
      </dd>
      <dt className="font-semibold">{t('limits.net')}</dt>
      <dd className="text-right font-semibold">
        <Money amountCents={position.net_cents} currency={position.currency} />
      </dd>
    </dl>
  ))
}
