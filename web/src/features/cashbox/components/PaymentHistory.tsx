import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentsQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { EmptyPurse } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { STATE_LOOKS } from '../model/paymentState'
import { brandName } from './brandName'
import { RecallDialog } from './RecallDialog'

/** Everything that was paid in and out, newest first. */
export function PaymentHistory() {
  const [page, setPage] = useState(1)
  const { data, isPending, refetch } = useQuery(paymentsQuery(page))
  const [asked, setAsked] = useState<Payment | null>(null)
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
  if (data.data.length === 0) {
    return (
      <EmptyState
        level={3}
        drawing={<EmptyPurse />}
        title={t('cashbox.history.empty')}
        text={t('cashbox.history.empty_text')}
        action={<ButtonLink to="/deposit" replace>{t('cashbox.deposit')}</ButtonLink>}
      />
    )
  }
  const { current_page, total_pages } = data.pagination
  return (
    <>
      <ul aria-label={t('cashbox.history')} className="divide-y divide-line/60 rounded-m border border-line bg-raised">
        {data.data.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onRecall={() => setAsked(payment)} />
        ))}
      </ul>
      {total_pages > 1 && (
        <nav aria-label={t('cashbox.history.pages')} className="mt-4 flex items-center justify-between text-sm text-soft">
          <Button variant="secondary" size="s" isDisabled={current_page <= 1} onPress={() => setPage(page - 1)}>
            {t('cashbox.history.newer')}
          </Button>
          {t('cashbox.history.page', { page: current_page, pages: total_pages })}
          <Button variant="secondary" size="s" isDisabled={current_page >= total_pages} onPress={() => setPage(page + 1)}>
            {t('cashbox.history.older')}
          </Button>
        </nav>
      )}
      {asked && <RecallDialog payment={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function PaymentRow({ payment, onRecall }: { payment: Payment; onRecall: () => void }) {
  const { label, tone } = STATE_LOOKS[payment.state]
  const isDeposit = payment.action === 'deposit'
  const cameToNothing = ['declined', 'rejected', 'canceled', 'recalled'].includes(payment.state)
  return (
    <li className="flex items-center gap-3.5 px-4 py-3.5">
      <span className={cx('grid size-10 shrink-0 place-items-center rounded-full', isDeposit ? 'bg-success/10 text-success' : 'bg-info/10 text-info')}>
        <Icon name={isDeposit ? 'arrowDown' : 'arrowUp'} size={18} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold">
          {t(isDeposit ? 'cashbox.action.deposit' : 'cashbox.action.cashout')}
          <span className="font-normal text-soft"> · {brandName(payment.brand)}</span>
        </span>
        <span className="block text-xs text-muted">{dateTimeText(payment.created_at)}</span>
        {payment.recallable && (
          <button type="button" onClick={onRecall} className="mt-0.5 min-h-6 text-xs font-semibold text-link underline-offset-4 hover:underline pointer-coarse:min-h-11">
            {t('cashbox.recall')}
          </button>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <Money
          amountCents={payment.amount_cents}
          currency={payment.currency}
          className={cx('text-sm font-semibold', cameToNothing && 'text-muted line-through')}
        />
        <Badge tone={tone}>{t(label)}</Badge>
      </span>
    </li>
  )
}
