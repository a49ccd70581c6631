import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { paymentFeesQuery } from '../../api/paymentDesk'
import type { PaymentFee, PaymentFees } from '../../api/types'
import { say, sayWord } from '../../i18n/texts'
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
    <Panel title={say('fees.title')}>
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
        <Nothing>{say('fees.none')}</Nothing>
      ) : (
        <DataGrid
          label={say('fees.title')}
          rows={known.fees}
          rowKey={({ licence, method_id, action, currency }) => `${licence} ${method_id} ${action} ${currency}`}
          columns={[
            { label: say('fees.licence'), cell: ({ licence }) => licence },
            { label: say('desk.method'), cell: ({ method_id }) => known.methods.find(({ id }) => id === method_id)?.title ?? method_id },
            { label: say('payments.action'), cell: ({ action }) => sayWord('payment_action', action) },
            { label: say('currency'), cell: ({ currency }) => currency },
            { label: say('fees.fixed'), align: 'end', cell: ({ terms, currency }) => <Amount cents={terms.fixed_cents} currency={currency} /> },
            { label: say('fees.percent'), align: 'end', cell: ({ terms }) => percent(String(terms.basis_points / 100)) },
            { label: say('fees.min'), align: 'end', cell: ({ terms, currency }) => <Amount cents={terms.min_cents} currency={currency} /> },
            { label: say('fees.max'), align: 'end', cell: ({ terms, currency }) => (terms.max_cents === null ? '–' : <Amount cents={terms.max_cents} currency={currency} />) },
            { label: say('fees.hours'), align: 'end', cell: ({ terms }) => terms.hours },
            {
              label: say('fees.set_by'),
              cell: ({ by, at, reason }) => (
                <span className="break-words" title={reason}>
                  {by} · <Time at={at} />
                </span>
              ),
            },
            {
              label: say('staff.actions'),
              align: 'end',
              cell: (fee) =>
                mayDecide ? (
                  <Button size="s" variant="secondary" onPress={() => setOpen(fee)}>
                    {say('fees.change')}
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
          {say('fees.add')}
        </Button>
      )}
      {open !== null && <FeeDialog known={known} fee={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}
