import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { publicPaymentMethodsQuery } from '@/api/info/reference'
import type { PaymentMethod } from '@/api/types'
import { t } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { EmptyPurse } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Money } from '@/ui/Money'
import { PaymentLogo } from '@/ui/PaymentLogo'
import { Skeleton } from '@/ui/Skeleton'

const HEAD = 'px-4 py-3 text-left text-xs font-semibold whitespace-nowrap text-muted'
const ROW = 'grid grid-cols-3 gap-x-3 gap-y-3 px-4 py-4 md:table-row'
const CELL = 'text-sm text-soft md:px-4 md:py-3.5 md:whitespace-nowrap'
// On a phone a row is a card, and each figure carries the name of its column.
const FIGURE = `${CELL} before:mb-0.5 before:block before:text-xs before:text-muted before:content-[attr(data-column)] md:before:hidden`

/** What is told of a method, column by column. */
const FIGURES = [
  { column: 'payments.currency', of: ({ currency }) => currency },
  { column: 'payments.deposit_min', of: ({ deposit, currency }) => <Money amountCents={deposit.min_cents} currency={currency} /> },
  { column: 'payments.withdrawal_min', of: ({ withdrawal, currency }) => <Money amountCents={withdrawal.min_cents} currency={currency} /> },
  { column: 'payments.fee', of: ({ fee }) => (fee === 0 ? t('payments.free') : shareText(String(fee))) },
  { column: 'payments.time', of: ({ processingTime }) => (processingTime === 'instant' ? t('payments.instant') : processingTime) },
] as const satisfies readonly { column: string; of: (method: PaymentMethod) => ReactNode }[]

/** How money comes in and goes out, for anybody to read before signing up. */
export function PaymentsPage() {
  const methods = useQuery(publicPaymentMethodsQuery)
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('payments.title')}</h1>
      <p className="mt-2 mb-8 max-w-2xl text-soft">{t('payments.text')}</p>
      {methods.isPending && <Skeleton className="h-80 w-full" />}
      {methods.data?.length === 0 && <EmptyState drawing={<EmptyPurse />} title={t('payments.empty')} />}
      {methods.data && methods.data.length > 0 && (
        // The roles are spelled out: a table that is laid out as cards would lose them in some browsers.
        <table role="table" aria-label={t('payments.table')} className="block w-full overflow-hidden rounded-l border border-line bg-surface md:table">
          <thead role="rowgroup" className="sr-only border-b border-line md:not-sr-only md:table-header-group">
            <tr role="row">
              {['payments.method' as const, ...FIGURES.map(({ column }) => column)].map((column) => (
                <th key={column} role="columnheader" scope="col" className={HEAD}>{t(column)}</th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="block divide-y divide-line/60 md:table-row-group">
            {methods.data.map((method) => (
              <tr key={`${method.id}-${method.currency}`} role="row" className={ROW}>
                <td role="cell" className={`${CELL} col-span-3`}><PaymentLogo brand={method.brand} title={method.title} /></td>
                {FIGURES.map(({ column, of }) => (
                  <td key={column} role="cell" data-column={t(column)} className={FIGURE}>{of(method)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
