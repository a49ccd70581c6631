import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { publicPaymentMethodsQuery } from '@/api/info/reference'
import type { PaymentMethod } from '@/api/types'
import { t } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { EmptyPurse } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Money } from '@/ui/Money'
import { PaymentLogo } from '@/ui/PaymentLogo'
import { Skeleton } from '@/ui/Skeleton'

/** Methods of one name that cost and take the same, and differ only by currency. */
interface Offer {
  key: string
  methods: [PaymentMethod, ...PaymentMethod[]]
}

const HEAD = 'px-4 pt-3 pb-2 text-xs font-semibold text-muted'
const CELL = 'px-4 py-3 text-sm text-soft'

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
        <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
          {offersOf(methods.data).map((offer) => <OfferCard key={offer.key} offer={offer} />)}
        </div>
      )}
    </div>
  )
}

function OfferCard({ offer: { methods } }: { offer: Offer }) {
  const nameId = useId()
  const { brand, title, fee, processingTime } = methods[0]
  return (
    <section aria-labelledby={nameId} className="overflow-hidden rounded-l border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4">
        <h2 id={nameId}><PaymentLogo brand={brand} title={title} /></h2>
        <dl className="flex gap-6 text-sm">
          <Fact name={t('payments.fee')} value={fee === 0 ? t('payments.free') : shareText(String(fee))} />
          <Fact name={t('payments.time')} value={processingTime === 'instant' ? t('payments.instant') : processingTime} />
        </dl>
      </header>
      <table aria-labelledby={nameId} className="w-full">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>{t('payments.currency')}</th>
            <th scope="col" className={`${HEAD} text-right`}>{t('payments.deposit_min')}</th>
            <th scope="col" className={`${HEAD} text-right`}>{t('payments.withdrawal_min')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line/60">
          {methods.map(({ currency, deposit, withdrawal }) => (
            <tr key={currency}>
              <th scope="row" className={`${CELL} text-left font-semibold text-text`}>{currency}</th>
              <td className={`${CELL} text-right`}><Money amountCents={deposit.min_cents} currency={currency} /></td>
              <td className={`${CELL} text-right`}><Money amountCents={withdrawal.min_cents} currency={currency} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

/** The methods as offers, in the order in which each first comes. */
function offersOf(methods: PaymentMethod[]): Offer[] {
  const offers = new Map<string, Offer>()
  for (const method of methods) {
    const key = `${method.id} ${method.fee} ${method.processingTime}`
    const known = offers.get(key)
    if (known) known.methods.push(method)
    else offers.set(key, { key, methods: [method] })
  }
  return [...offers.values()]
}
