import { useQuery } from '@tanstack/react-query'
import { publicPaymentMethodsQuery } from '@/api/info/reference'
import { t } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { EmptyPurse } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Money } from '@/ui/Money'
import { PaymentLogo } from '@/ui/PaymentLogo'
import { Skeleton } from '@/ui/Skeleton'

const HEAD = 'px-4 py-3 text-left text-xs font-semibold whitespace-nowrap text-muted'
const CELL = 'px-4 py-3.5 text-sm whitespace-nowrap text-soft'

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
        <div className="overflow-x-auto rounded-l border border-line bg-surface" tabIndex={0} role="region" aria-label={t('payments.table')}>
          <table className="w-full">
            <thead className="border-b border-line">
              <tr>
                <th scope="col" className={HEAD}>{t('payments.method')}</th>
                <th scope="col" className={HEAD}>{t('payments.currency')}</th>
                <th scope="col" className={HEAD}>{t('payments.deposit_min')}</th>
                <th scope="col" className={HEAD}>{t('payments.withdrawal_min')}</th>
                <th scope="col" className={HEAD}>{t('payments.fee')}</th>
                <th scope="col" className={HEAD}>{t('payments.time')}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line/60">
              {methods.data.map((method) => (
                <tr key={`${method.id}-${method.currency}`}>
                  <td className={CELL}><PaymentLogo brand={method.brand} title={method.title} /></td>
                  <td className={CELL}>{method.currency}</td>
                  <td className={CELL}><Money amountCents={method.deposit.min_cents} currency={method.currency} /></td>
                  <td className={CELL}><Money amountCents={method.withdrawal.min_cents} currency={method.currency} /></td>
                  <td className={CELL}>{method.fee === 0 ? t('payments.free') : shareText(String(method.fee))}</td>
                  <td className={CELL}>{method.processingTime === 'instant' ? t('payments.instant') : method.processingTime}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
