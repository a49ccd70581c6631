import { Badge } from '@/ui/Badge'
import { usePlayerPayments, usePlayerRounds } from '../../api/playerParts'
import type { Payment, PlayedRound } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PaymentState } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'

/** Every payment of a player. */
export function Payments({ id }: { id: number }) {
  return (
    <ListTable
      label={t('player.tab_payments')}
      list={usePlayerPayments(id)}
      columns={paymentColumns()}
      rowKey={(row) => row.id}
      empty={<State icon="wallet" title={t('payments.none')} />}
    />
  )
}

const paymentColumns = (): ListColumn<Payment>[] => [
  { label: t('payments.made'), cell: (row) => <Time at={row.created_at} /> },
  { label: t('payments.action'), cell: (row) => tWord('payment_action', row.action) },
  { label: t('payments.method'), wideOnly: true, cell: (row) => tWord('brand', row.brand) },
  { label: t('payments.state'), cell: (row) => <PaymentState state={row.state} error={row.error_code} /> },
  { label: t('payments.finished'), wideOnly: true, cell: (row) => (row.finished_at ? <Time at={row.finished_at} /> : '–') },
  { label: t('amount'), align: 'end', cell: (row) => <Amount cents={row.amount_cents} currency={row.currency} /> },
]

/** Every round for money of a player; each leads to what its player is shown of it. */
export function Rounds({ id }: { id: number }) {
  return (
    <ListTable
      label={t('player.tab_rounds')}
      list={usePlayerRounds(id)}
      columns={roundColumns()}
      rowKey={(row) => row.id}
      rowPath={(row) => `/players/${id}/rounds/${row.id}`}
      empty={<State icon="dice" title={t('rounds.none')} />}
    />
  )
}

const roundColumns = (): ListColumn<PlayedRound>[] => [
  { label: t('rounds.number'), cell: (row) => row.id },
  { label: t('rounds.game'), cell: (row) => row.game.title || row.game.identifier || t('unknown') },
  { label: t('payments.made'), cell: (row) => <Time at={row.started_at} /> },
  {
    label: t('payments.state'),
    wideOnly: true,
    cell: (row) => <Badge tone={row.status === 'open' ? 'info' : 'neutral'}>{tWord('round_state', row.status)}</Badge>,
  },
  { label: t('rounds.bet'), align: 'end', cell: (row) => <Amount cents={row.bet_cents} currency={row.currency} /> },
  { label: t('rounds.win'), align: 'end', cell: (row) => <Amount cents={row.win_cents} currency={row.currency} /> },
]
