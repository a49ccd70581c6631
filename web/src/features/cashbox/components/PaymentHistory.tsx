import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paymentsQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { startOf, type HistoryPeriod } from '@/domain/historyPeriod'
import { Badge } from '@/ui/Badge'
import { EmptyPurse, NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Pagination } from '@/ui/Pagination'
import { PeriodSelect } from '@/ui/PeriodSelect'
import { Reference } from '@/ui/Reference'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { cameToNothing, STATE_LOOKS } from '../model/paymentState'
import { brandName } from './brandName'
import { CoinArrivals } from './CoinArrivals'
import { RecallButton } from './RecallButton'

interface PaymentHistoryProps {
  place: '/dashboard' | '/profile/payments'
}

/** The choices of the list, by their ids. */
const KINDS = ['all', 'deposit', 'cashout'] as const
type Kind = (typeof KINDS)[number]

/** What was paid in and out, newest first; each payment leads to its own page, below `place`. */
export function PaymentHistory({ place }: PaymentHistoryProps) {
  const [kind, setKind] = useState<Kind>('all')
  const [period, setPeriod] = useState<HistoryPeriod>('all')
  return (
    <>
      <CoinArrivals />
      <div className="mb-4 grid max-w-xl grid-cols-2 gap-3">
        <Select
          label={t('cashbox.history.kind')}
          autoComplete="off"
          options={[
            { id: 'all', label: t('cashbox.history.kind_all') },
            { id: 'deposit', label: t('cashbox.history.kind_deposit') },
            { id: 'cashout', label: t('cashbox.history.kind_cashout') },
          ]}
          value={kind}
          onChange={(id) => setKind(KINDS.find((one) => one === id) ?? 'all')}
        />
        <PeriodSelect value={period} onChange={setPeriod} />
      </div>
      <Payments key={`${kind} ${period}`} place={place} kind={kind} period={period} />
    </>
  )
}

function Payments({ place, kind, period }: PaymentHistoryProps & { kind: Kind; period: HistoryPeriod }) {
  const [page, setPage] = useState(1)
  const [from] = useState(() => startOf(period, Date.now()))
  const isAll = kind === 'all' && from === null
  const { data, isPending, refetch } = useQuery(paymentsQuery(page, isAll ? {} : { from, ...(kind !== 'all' && { action: kind }) }))
  if (isPending) {
    return (
      <div className="space-y-2">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-18 w-full" />
        ))}
      </div>
    )
  }
  if (!data) return <FailedState level={3} title={t('cashbox.history.failed')} onRetry={() => void refetch()} />
  if (data.data.length === 0)
    return isAll ? (
      <NoPayments />
    ) : (
      <EmptyState level={3} drawing={<NothingFound />} title={t('cashbox.history.no_match')} text={t('cashbox.history.no_match_text')} />
    )
  const { current_page, total_pages } = data.pagination
  return (
    <>
      <ul aria-label={t('cashbox.history')} className="divide-y divide-line/60 rounded-m border border-line bg-raised">
        {data.data.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} place={place} />
        ))}
      </ul>
      <Pagination page={current_page} pages={total_pages} onPage={setPage} />
    </>
  )
}

function NoPayments() {
  return (
    <EmptyState
      level={3}
      drawing={<EmptyPurse />}
      title={t('cashbox.history.empty')}
      text={t('cashbox.history.empty_text')}
      action={
        <ButtonLink to="/deposit" replace>
          {t('cashbox.deposit')}
        </ButtonLink>
      }
    />
  )
}

function PaymentRow({ payment, place }: { payment: Payment; place: string }) {
  const { label, tone } = STATE_LOOKS[payment.state]
  const isDeposit = payment.action === 'deposit'
  const action = t(isDeposit ? 'cashbox.action.deposit' : 'cashbox.action.cashout')
  const isNothing = cameToNothing(payment)
  return (
    <li className="relative flex items-center gap-3.5 px-4 py-3.5 hover:bg-hover/50">
      <span className={cx('grid size-10 shrink-0 place-items-center rounded-full', isDeposit ? 'bg-success/10 text-success' : 'bg-info/10 text-info')}>
        <Icon name={isDeposit ? 'arrowDown' : 'arrowUp'} size={18} />
      </span>
      <span className="min-w-0 flex-1">
        {/* The whole row is the link; what can be pressed in it stands above. */}
        <Link
          to={place as '/'}
          search={{ payment: payment.id } as object}
          resetScroll={false}
          aria-label={`${action} · ${brandName(payment.brand)}`}
          className="block truncate text-sm font-semibold outline-offset-2 after:absolute after:inset-0"
        >
          {action}
        </Link>
        <span className="block text-xs text-muted">
          {brandName(payment.brand)} · <span className="whitespace-nowrap">{dateTimeText(payment.created_at)}</span>
        </span>
        {payment.cancelable && <span className="mt-0.5 block text-xs font-semibold text-link">{t('cashbox.waiting_action')}</span>}
        <span className="flex flex-wrap items-center gap-x-4">
          <Reference id={payment.id} className="relative z-1 mt-0.5" />
          <RecallButton payment={payment} />
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <Money amountCents={payment.amount_cents} currency={payment.currency} className={cx('text-sm font-semibold', isNothing && 'text-muted line-through')} />
        {payment.fee_cents > 0 && !isNothing && (
          <span className="text-xs text-muted">
            {t('payments.fee')} <Money amountCents={payment.fee_cents} currency={payment.currency} />
          </span>
        )}
        <Badge tone={tone}>{t(label)}</Badge>
      </span>
      <Icon name="chevronRight" size={18} className="-mr-1 shrink-0 text-muted" />
    </li>
  )
}
