import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { publicPaymentMethodsQuery, useCurrencies } from '@/api/info/reference'
import type { PaymentMethod, PaymentTerms } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { methodName } from '@/i18n/paymentMethods'
import { isFree, termsText } from '@/i18n/paymentFee'
import { hoursText, processingTimeText } from '@/i18n/processingTime'
import { EmptyPurse } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { CoinUnitContext, Money, useMoneyText } from '@/ui/Money'
import { PaymentLogo } from '@/ui/PaymentLogo'
import { Skeleton } from '@/ui/Skeleton'

/** Methods of one name that cost and take the same, and differ only by currency. */
interface Offer {
  key: string
  methods: [PaymentMethod, ...PaymentMethod[]]
}

const HEAD = 'px-4 pt-3 pb-2 text-xs font-semibold text-muted'
/** On phones a row is a grid: the currency, and beside it a line for each direction. */
const CELL = 'py-3 text-sm text-soft max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-3 max-sm:py-0 sm:px-4 sm:text-right'

/** How money comes in and goes out, for anybody to read before signing up. */
export function PaymentsPage() {
  const methods = useQuery(publicPaymentMethodsQuery)
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('payments.title')}</h1>
      <p className="mt-2 mb-8 max-w-2xl text-soft">{t('payments.text')}</p>
      {methods.isPending && <Skeleton className="h-80 w-full" />}
      {methods.isError && <FailedState level={2} title={t('cashbox.methods_failed')} onRetry={() => void methods.refetch()} />}
      {methods.data?.length === 0 && <EmptyState drawing={<EmptyPurse />} title={t('payments.empty')} />}
      {methods.data && methods.data.length > 0 && (
        <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
          {/* Whole coins, as the other figures of this page and as coins are sent. */}
          <CoinUnitContext value="whole">
            {offersOf(methods.data).map((offer) => (
              <OfferCard key={offer.key} offer={offer} />
            ))}
          </CoinUnitContext>
        </div>
      )}
    </div>
  )
}

function OfferCard({ offer: { methods } }: { offer: Offer }) {
  const nameId = useId()
  const [method] = methods
  const { brand, processingTime } = method
  return (
    <section aria-labelledby={nameId} className="overflow-hidden rounded-l border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4">
        <h2 id={nameId}>
          <PaymentLogo brand={brand} title={methodName(method)} />
        </h2>
        <dl className="flex gap-6 text-sm">
          <Fact name={t('payments.fee')} value={methods.every(isFreeBothWays) ? t('payments.free') : t('payments.fee_below')} />
          <Fact name={t('payments.deposit_time')} value={processingTimeText(processingTime)} />
        </dl>
      </header>
      <table aria-labelledby={nameId} className="w-full max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>
              {t('payments.currency')}
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              {t('payments.deposit')}
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              {t('payments.withdrawal')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line/60 max-sm:block">
          {methods.map(({ currency, deposit, withdrawal, depositTerms, withdrawalTerms }) => (
            <tr key={currency} className="max-sm:grid max-sm:grid-cols-[3.5rem_1fr] max-sm:gap-y-1 max-sm:px-4 max-sm:py-3">
              <th scope="row" className="row-span-2 text-left text-sm font-semibold text-text sm:px-4">
                {currency}
              </th>
              <Range
                label={t('payments.deposit')}
                currency={currency}
                min={{ text: limitText(brand, 'deposit_min', currency), cents: deposit.min_cents }}
                max={{ text: limitText(brand, 'deposit_max', currency), cents: deposit.max_cents }}
                terms={depositTerms}
              />
              <Range
                label={t('payments.withdrawal')}
                currency={currency}
                min={{ text: limitText(brand, 'withdraw_min', currency), cents: withdrawal.min_cents }}
                max={{ text: limitText(brand, 'withdraw_max', currency), cents: withdrawal.max_cents }}
                terms={withdrawalTerms}
                hours={withdrawalTerms.hours}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A bound as the texts give it, in whole units (`4000`); empty for brands whose texts hold none. */
function limitText(brand: string, bound: 'deposit_min' | 'deposit_max' | 'withdraw_min' | 'withdraw_max', currency: string): string {
  return tOptional(`payments.limits.${brand}.${bound}`, '', { currency })
}

/** One end of what a method takes: what its text says, else the server's figure; null where there is none. */
interface Bound {
  text: string
  cents: number | null
}

function centsOf({ text, cents }: Bound, units: number | undefined): number | null {
  const worded = Number.parseFloat(text)
  return units !== undefined && Number.isFinite(worded) ? Math.round(worded * units) : cents
}

/** From how much to how much a method takes in one direction. Phones show no head of the table, so the line says its label. */
function Range({
  label,
  currency,
  terms,
  hours = 0,
  ...bounds
}: {
  label: string
  currency: string
  min: Bound
  max: Bound
  terms: PaymentTerms
  hours?: number
}) {
  const money = useMoneyText()
  const units = useCurrencies().find(({ code }) => code === currency)?.subunits_to_unit
  const min = centsOf(bounds.min, units)
  const max = centsOf(bounds.max, units)
  return (
    <td className={CELL}>
      <span aria-hidden="true" className="text-muted sm:hidden">
        {label}
      </span>
      <span>
        {min !== null && max === null && `${t('payments.min')} `}
        {min === null && max !== null && `${t('payments.max')} `}
        {min !== null && <Money amountCents={min} currency={currency} className="whitespace-nowrap" />}
        {min !== null && max !== null && ' – '}
        {max !== null && <Money amountCents={max} currency={currency} className="whitespace-nowrap" />}
        {min === null && max === null && t('payments.none')}
        {!isFree(terms) && <span className="block text-xs text-muted">{termsText(terms, (cents) => money(cents, currency))}</span>}
        {hours > 0 && <span className="block text-xs text-muted">{hoursText(hours)}</span>}
      </span>
    </td>
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

function isFreeBothWays({ depositTerms, withdrawalTerms }: PaymentMethod): boolean {
  return isFree(depositTerms) && isFree(withdrawalTerms)
}

/** The methods as offers, in the order in which each first comes. */
function offersOf(methods: PaymentMethod[]): Offer[] {
  const offers = new Map<string, Offer>()
  for (const method of methods) {
    const key = `${method.id} ${isFreeBothWays(method)} ${method.processingTime}`
    const known = offers.get(key)
    if (known) known.methods.push(method)
    else offers.set(key, { key, methods: [method] })
  }
  return [...offers.values()]
}
