import { useQuery } from '@tanstack/react-query'
import type { Payment, PaymentReceipt } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { FailedState } from '@/ui/FailedState'
import { useMoneyText } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { receiptQuery } from '../api/receipt'
import { STATE_LOOKS } from '../model/paymentState'
import { PaymentFacts } from './PaymentFacts'
import { cardText } from './ProfilePicker'
import './receipt.css'

/** All that there is to show of a payment, to read, to print and to save. */
export function Receipt({ payment }: { payment: Payment }) {
  const { data: receipt, isPending, refetch } = useQuery(receiptQuery(payment))
  return (
    <section data-receipt aria-label={t('cashbox.receipt')} className="w-full">
      {receipt && <h3 className="sr-only print:not-sr-only">{`${receipt.site_name} · ${t('cashbox.receipt')}`}</h3>}
      <PaymentFacts payment={payment} />
      {isPending && <Skeleton className="mt-4 h-48 w-full" />}
      {!isPending && !receipt && <FailedState level={3} title={t('cashbox.receipt_failed')} onRetry={() => void refetch()} />}
      {receipt && (
        <>
          <Rest receipt={receipt} />
          <Button variant="secondary" wide className="mt-4" onPress={() => window.print()}>
            {t('cashbox.receipt_print')}
          </Button>
        </>
      )}
    </section>
  )
}

/** What the payment alone does not tell. */
function Rest({ receipt }: { receipt: PaymentReceipt }) {
  const money = useMoneyText()
  const { licence, steps, whole_cents, error_code } = receipt
  const reason = error_code ? tOptional(`cashbox.reason.${error_code}`, '') : ''
  return (
    <>
      {whole_cents !== null && (
        <p className="mt-3 text-left text-sm text-soft">{t('cashbox.receipt_whole', { amount: money(whole_cents, receipt.currency) })}</p>
      )}
      <DescriptionList look="card" className="mt-4 w-full">
        {receipt.instrument && <Description label={t('cashbox.receipt_instrument')}>{cardText(receipt.instrument)}</Description>}
        {reason && <Description label={t('cashbox.receipt_reason')}>{reason}</Description>}
        <Description label={t('cashbox.receipt_site')}>{`${receipt.site_name} · ${receipt.support_email}`}</Description>
        <Description label={t('cashbox.receipt_licence')}>{[licence.company, licence.name, licence.number].join(' · ')}</Description>
      </DescriptionList>
      <h4 className="mt-5 mb-2 text-left text-sm font-semibold">{t('cashbox.receipt_steps')}</h4>
      <ol className="space-y-1.5 text-left text-sm">
        {steps.map(({ state, at }) => (
          <li key={state} className="flex justify-between gap-4">
            <span>{t(STATE_LOOKS[state].label)}</span>
            <span className="tabular text-soft">{dateTimeText(at)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
