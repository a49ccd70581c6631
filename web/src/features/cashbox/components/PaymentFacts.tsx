import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Badge } from '@/ui/Badge'
import { copyText } from '@/ui/copyText'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { IconButton } from '@/ui/IconButton'
import { Money } from '@/ui/Money'
import { cameToNothing, STATE_LOOKS } from '../model/paymentState'
import { brandName } from './brandName'

/** What there is to know of a payment: amount, method, state, times and the reference that support asks for. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { label, tone } = STATE_LOOKS[payment.state]
  return (
    <DescriptionList look="card" className="mt-6 w-full">
      <Description label={t('cashbox.amount')}>
        <Money amountCents={payment.amount_cents} currency={payment.currency} className="font-semibold" />
      </Description>
      {payment.state === 'succeeded' && payment.requested_cents !== payment.amount_cents && (
        <Description label={t('cashbox.detail_requested')}>
          <Money amountCents={payment.requested_cents} currency={payment.currency} />
        </Description>
      )}
      {payment.fee_cents > 0 && !cameToNothing(payment) && (
        <>
          <Description label={t('payments.fee')}>
            <Money amountCents={payment.fee_cents} currency={payment.currency} />
          </Description>
          <Description label={t(payment.action === 'deposit' ? 'cashbox.detail_credited' : 'cashbox.detail_paid_out')}>
            <Money amountCents={payment.amount_cents - payment.fee_cents} currency={payment.currency} />
          </Description>
        </>
      )}
      {payment.confirmations_needed > 0 && (
        <Description label={t('cashbox.detail_confirmations')}>
          {t('cashbox.confirmations', { count: payment.confirmations, needed: payment.confirmations_needed })}
        </Description>
      )}
      <Description label={t('cashbox.method')}>{brandName(payment.brand)}</Description>
      <Description label={t('cashbox.detail_state')}>
        <Badge tone={tone}>{t(label)}</Badge>
      </Description>
      <Description label={t('cashbox.detail_created')}>{dateTimeText(payment.created_at)}</Description>
      {payment.finished_at !== null && <Description label={t('cashbox.detail_finished')}>{dateTimeText(payment.finished_at)}</Description>}
      <div className="py-2">
        <dt className="text-soft">{t('cashbox.reference')}</dt>
        <dd className="flex items-center gap-2">
          <span className="tabular min-w-0 flex-1 truncate text-xs tracking-tight text-text select-all">{payment.id}</span>
          <IconButton icon="copy" size="s" label={t('cashbox.copy_reference')} onPress={() => copyText(payment.id)} className="-mr-2" />
        </dd>
      </div>
    </DescriptionList>
  )
}
