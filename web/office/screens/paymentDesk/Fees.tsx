import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { paymentFeesQuery } from '../../api/paymentDesk'
import type { PaymentFee, PaymentFees } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { percent } from '../../ui/percent'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { FeeDialog } from './FeeDialog'

/** What ways to pay cost, and how long they take. */
export function Fees({ mayDecide }: { mayDecide: boolean }) {
  const query = useQuery(paymentFeesQuery)
  return (
    <Panel title={t('fees.title')}>
      <Loaded query={query}>{(known) => <List known={known} mayDecide={mayDecide} />}</Loaded>
    </Panel>
  )
}

function List({ known, mayDecide }: { known: PaymentFees; mayDecide: boolean }) {
  /** What is set: a fee that there is, or a new one. */
  const [open, setOpen] = useState<PaymentFee | 'new' | null>(null)
  return (
    <div className="space-y-3">
      {known.fees.length === 0 ? (
        <Nothing>{t('fees.none')}</Nothing>
      ) : (
        <DataGrid
          label={t('fees.title')}
          rows={known.fees}
          rowKey={({ licence, method_id, action, currency }) => `${licence} ${method_id} ${action} ${currency}`}
          columns={[
            { label: t('fees.licence'), cell: ({ licence }) => licence },
            { label: t('desk.method'), cell: ({ method_id }) => known.methods.find(({ id }) => id === method_id)?.title ?? method_id },
            { label: t('payments.action'), cell: ({ action }) => tWord('payment_action', action) },
            { label: t('currency'), cell: ({ currency }) => currency },
            { label: t('fees.fixed'), align: 'end', cell: ({ terms, currency }) => <Amount cents={terms.fixed_cents} currency={currency} /> },
            { label: t('fees.percent'), align: 'end', cell: ({ terms }) => percent(String(terms.basis_points / 100)) },
            { label: t('fees.min'), align: 'end', cell: ({ terms, currency }) => <Amount cents={terms.min_cents} currency={currency} /> },
            {
              label: t('fees.max'),
              align: 'end',
              cell: ({ terms, currency }) => (terms.max_cents === null ? '–' : <Amount cents={terms.max_cents} currency={currency} />),
            },
            { label: t('fees.hours'), align: 'end', cell: ({ terms }) => terms.hours },
            {
              label: t('fees.set_by'),
              cell: ({ by, at, reason }) => (
                <span className="break-words" title={reason}>
                  {by} · <Time at={at} />
                </span>
              ),
            },
            {
              label: t('staff.actions'),
              align: 'end',
              cell: (fee) =>
                mayDecide ? (
                  <Button size="s" variant="secondary" onPress={() => setOpen(fee)}>
                    {t('fees.change')}
                  </Button>
                ) : (
                  <span className="text-muted">–</span>
                ),
            },
          ]}
        />
      )}
      {mayDecide && (
        <Button size="s" onPress={() => setOpen('new')}>
          {t('fees.add')}
        </Button>
      )}
      {open !== null && <FeeDialog known={known} fee={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}
