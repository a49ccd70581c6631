import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@/api/client'
import { usePlayer } from '@/api/session/player'
import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText, shareText } from '@/i18n/names'
import { FailedState } from '@/ui/FailedState'
import { Money, useMoneyText } from '@/ui/Money'
import { cashbackQuery } from '../api/cashback'

type Cashback = Answer<'GET', '/api/player/cashback'>[number]

/** What the running periods of cashback would bring; nothing where none is on offer. */
export function CashbackProgress() {
  const isPlayer = Boolean(usePlayer())
  const { data, isError, refetch } = useQuery({ ...cashbackQuery(currentLocale()), enabled: isPlayer })
  if (isError && !data) return <FailedState level={3} title={t('cashback.failed')} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="running-cashback" className="mb-8">
      <h3 id="running-cashback" className="mb-3 text-lg font-semibold">
        {t('cashback.title')}
      </h3>
      <ul className="grid gap-4">
        {data.map((period) => (
          <li key={`${period.title} ${period.from}`}>
            <Period period={period} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Period({ period }: { period: Cashback }) {
  const money = useMoneyText()
  const { currency, loss_min_cents: least } = period
  return (
    <article aria-label={period.title} className="rounded-l border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h4 className="font-display text-base font-semibold break-words">{period.title}</h4>
        <Money amountCents={period.amount_cents} currency={currency} className="font-display text-lg font-semibold" />
      </div>
      <p className="mt-1 text-sm text-soft">
        {t('cashback.rule', { percent: shareText(String(period.percent)), most: money(period.most_cents, currency) })}
        {least > 0 && ` ${t('cashback.least', { amount: money(least, currency) })}`}
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <div>
          <dt className="text-muted">{t('cashback.lost')}</dt>
          <dd className="tabular">{money(period.lost_cents, currency)}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('cashback.until')}</dt>
          <dd>{dateTimeText(period.until)}</dd>
        </div>
      </dl>
    </article>
  )
}
