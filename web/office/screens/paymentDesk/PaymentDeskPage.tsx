import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { useMay } from '../../api/me'
import { askPartnerAgain, PAYMENT_DESK, paymentDeskQuery } from '../../api/paymentDesk'
import type { DeskMethod, DeskPartner, PaymentDesk, UntakenWebhook } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { Fees } from './Fees'
import { SwitchDialog, type Switching } from './SwitchDialog'

/** How payment partners and ways to pay do, what is switched off, and messages of partners that were not taken. */
export function PaymentDeskPage() {
  const query = useQuery(paymentDeskQuery)
  const mayDecide = useMay()('payouts.decide')
  const [switching, setSwitching] = useState<Switching | null>(null)
  const onSwitch = mayDecide ? setSwitching : undefined
  return (
    <>
      <PageHead title={t('desk.title')} lead={t('desk.lead')} />
      <Loaded query={query}>
        {({ partners, methods, untaken }) => (
          <div className="space-y-5">
            <Partners partners={partners} onSwitch={onSwitch} />
            <Untaken untaken={untaken} mayAsk={mayDecide} />
            <Methods methods={methods} onSwitch={onSwitch} />
            <Fees mayDecide={mayDecide} />
          </div>
        )}
      </Loaded>
      {switching && <SwitchDialog {...switching} onClose={() => setSwitching(null)} />}
    </>
  )
}

type OnSwitch = ((switching: Switching) => void) | undefined

function Partners({ partners, onSwitch }: Pick<PaymentDesk, 'partners'> & { onSwitch: OnSwitch }) {
  return (
    <Panel title={t('desk.partners')}>
      <DataGrid
        label={t('desk.partners')}
        rows={partners}
        rowKey={({ name }) => name}
        columns={[
          { label: t('desk.partner'), cell: ({ name }) => <span className="font-medium capitalize">{name}</span> },
          { label: t('desk.state'), cell: (partner) => <PartnerState partner={partner} /> },
          {
            label: t('desk.answers'),
            align: 'end',
            cell: ({ answered, calls }) => (calls ? t('desk.answers_of', { answered: String(answered), calls: String(calls) }) : t('desk.no_calls')),
          },
          { label: t('desk.paid'), align: 'end', cell: paidText },
          { label: t('desk.refused'), align: 'end', cell: ({ refused }) => refused },
          {
            label: t('staff.actions'),
            align: 'end',
            cell: ({ name, off }) => <SwitchButton what="partner" id={name} name={name} off={!off} onSwitch={onSwitch} />,
          },
        ]}
      />
    </Panel>
  )
}

function paidText({ paid, ended }: DeskPartner): string {
  if (ended === 0) return t('desk.none_ended')
  return t('desk.paid_of', { paid: String(paid), ended: String(ended), percent: String(Math.floor((paid * 100) / ended)) })
}

function PartnerState({ partner: { away_since, off } }: { partner: DeskPartner }) {
  if (off) return <OffMark off={off} />
  if (!away_since) return <Badge tone="success">{t('desk.up')}</Badge>
  return (
    <>
      <Badge tone="danger">{t('desk.away')}</Badge>
      <p className="mt-1 text-xs text-muted">
        {t('desk.away_since')} <Time at={away_since} />
      </p>
    </>
  )
}

function OffMark({ off: { by, reason, at } }: { off: NonNullable<DeskPartner['off']> }) {
  return (
    <>
      <Badge tone="warning">{t('desk.off')}</Badge>
      <p className="mt-1 text-xs break-words text-muted">
        {t('desk.off_by', { name: by, reason })} · <Time at={at} />
      </p>
    </>
  )
}

function SwitchButton({ onSwitch, ...switching }: Switching & { onSwitch: OnSwitch }) {
  if (!onSwitch) return <span className="text-muted">–</span>
  return (
    <span role="group" aria-label={t('desk.actions_for', { name: switching.name })}>
      <Button size="s" variant="secondary" onPress={() => onSwitch(switching)}>
        {t(switching.off ? 'desk.switch_off' : 'desk.switch_on')}
      </Button>
    </span>
  )
}

function Methods({ methods, onSwitch }: Pick<PaymentDesk, 'methods'> & { onSwitch: OnSwitch }) {
  return (
    <Panel title={t('desk.methods')}>
      <DataGrid
        label={t('desk.methods')}
        rows={methods}
        rowKey={({ id }) => id}
        columns={[
          { label: t('desk.method'), cell: ({ title }) => <span className="font-medium">{title}</span> },
          { label: t('desk.state'), cell: ({ off }) => (off ? <OffMark off={off} /> : <Badge tone="success">{t('desk.on')}</Badge>) },
          { label: t('desk.carried_by'), cell: carriedBy },
          {
            label: t('staff.actions'),
            align: 'end',
            cell: ({ id, title, off }) => <SwitchButton what="method" id={id} name={title} off={!off} onSwitch={onSwitch} />,
          },
        ]}
      />
    </Panel>
  )
}

function carriedBy({ partners }: DeskMethod) {
  if (partners.length > 0) return <span className="capitalize">{partners.join(', ')}</span>
  return <span className="text-danger-text">{t('desk.carried_by_none')}</span>
}

function Untaken({ untaken, mayAsk }: Pick<PaymentDesk, 'untaken'> & { mayAsk: boolean }) {
  return (
    <Panel title={t('desk.untaken')}>
      {untaken.length === 0 ? (
        <Nothing>{t('desk.untaken_none')}</Nothing>
      ) : (
        <DataGrid
          label={t('desk.untaken')}
          rows={untaken}
          rowKey={({ id }) => id}
          columns={[
            { label: t('desk.partner'), cell: ({ partner }) => <span className="capitalize">{partner}</span> },
            { label: t('desk.reference'), cell: ({ reference }) => <code className="text-xs break-all">{reference}</code> },
            { label: t('desk.told'), cell: ({ status }) => status },
            { label: t('desk.why'), cell: ({ why }) => tWord('untaken', why) },
            { label: t('desk.times'), align: 'end', cell: ({ times }) => times },
            { label: t('desk.last'), cell: ({ at }) => <Time at={at} /> },
            { label: t('staff.actions'), align: 'end', cell: (row) => (mayAsk ? <AskButton row={row} /> : <span className="text-muted">–</span>) },
          ]}
        />
      )}
    </Panel>
  )
}

function AskButton({ row: { id, reference } }: { row: UntakenWebhook }) {
  const queryClient = useQueryClient()
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => askPartnerAgain(id, idempotencyKey),
    onDone: (desk) => {
      queryClient.setQueryData(PAYMENT_DESK, desk)
      showToast('successfully', t('desk.asked'))
    },
    onError: toastError,
  })
  return (
    <Button size="s" variant="secondary" pending={isPending} aria-label={t('desk.ask_label', { reference })} onPress={() => start()}>
      {t('desk.ask')}
    </Button>
  )
}
