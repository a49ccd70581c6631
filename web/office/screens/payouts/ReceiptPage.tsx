import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { receiptQuery } from '../../api/payouts'
import type { PaymentReceipt } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { PaymentState } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'

const route = getRouteApi('/member/payments/$id')

/** States in which a payment has ended without money: what it would have cost is not charged. */
const CAME_TO_NOTHING: readonly PaymentReceipt['state'][] = ['declined', 'rejected', 'canceled', 'recalled']

/** One payment with all that there is to show of it. */
export function ReceiptPage() {
  const { id } = route.useParams()
  return (
    <Loaded query={useQuery(receiptQuery(id))} isPage>
      {(receipt) => <Receipt receipt={receipt} />}
    </Loaded>
  )
}

function Receipt({ receipt }: { receipt: PaymentReceipt }) {
  const { licence, steps, whole_cents, currency } = receipt
  return (
    <div className="max-w-xl space-y-4">
      <PageHead
        title={t('receipt.title')}
        lead={tWord('payment_action', receipt.action)}
        actions={<Amount cents={receipt.amount_cents} currency={currency} className="text-2xl font-semibold" />}
      />
      <Panel title={t('receipt.facts')}>
        <DescriptionList>
          <Description label={t('receipt.number')}>
            <span className="tabular text-xs break-all select-all">{receipt.id}</span>
          </Description>
          <Description label={t('payments.state')}>
            <PaymentState state={receipt.state} error={receipt.error_code} />
          </Description>
          {receipt.requested_cents !== receipt.amount_cents && (
            <Description label={t('receipt.requested')}>
              <Amount cents={receipt.requested_cents} currency={currency} />
            </Description>
          )}
          {receipt.fee_cents > 0 && !CAME_TO_NOTHING.includes(receipt.state) && (
            <>
              <Description label={t('receipt.fee')}>
                <Amount cents={receipt.fee_cents} currency={currency} />
              </Description>
              <Description label={t(receipt.action === 'deposit' ? 'receipt.credited' : 'receipt.paid_out')}>
                <Amount cents={receipt.amount_cents - receipt.fee_cents} currency={currency} />
              </Description>
            </>
          )}
          {whole_cents !== null && (
            <Description label={t('split.whole')}>
              <Amount cents={whole_cents} currency={currency} />
            </Description>
          )}
          <Description label={t('payments.method')}>{receipt.method}</Description>
          <Description label={t('receipt.instrument')}>
            <span className="break-all">{receipt.instrument ?? t('payouts.destination_unknown')}</span>
          </Description>
          <Description label={t('receipt.site')}>{receipt.site_name}</Description>
          <Description label={t('receipt.licence')}>{[licence.company, licence.name, licence.number].join(' · ')}</Description>
        </DescriptionList>
      </Panel>
      <Panel title={t('receipt.steps')}>
        <ol className="space-y-1.5 text-sm">
          {steps.map(({ state, at }) => (
            <li key={state} className="flex justify-between gap-4">
              <span>{tWord('payment_state', state)}</span>
              <Time at={at} />
            </li>
          ))}
        </ol>
      </Panel>
      <Button variant="secondary" className="print:hidden" onPress={() => window.print()}>
        {t('receipt.print')}
      </Button>
    </div>
  )
}
