import { Badge } from '@/ui/Badge'
import { usePlayerPayments, usePlayerRounds } from '../../api/playerParts'
import type { Payment, PlayedRound } from '../../api/types'
import { say, sayWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PaymentState } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'

/** Every payment of a player. */
export function Payments({ id }: { id: number }) {
  return (
    <ListTable label={say('player.tab_payments')} list={usePlayerPayments(id)} columns={paymentColumns()} rowKey={(row) => row.id} empty={<State icon="wallet" title={say('payments.none')} />} />
  )
}

const paymentColumns = (): ListColumn<Payment>[] => [
  { label: say('payments.made'), cell: (row) => <Time at={row.created_at} /> },
  { label: say('payments.action'), cell: (row) => sayWord('payment_action', row.action) },
  { label: say('payments.method'), wideOnly: true, cell: (row) => sayWord('brand', row.brand) },
  { label: say('payments.state'), cell: (row) => <PaymentState state={row.state} error={row.error_code} /> },
  { label: say('payments.finished'), wideOnly: true, cell: (row) => (row.finished_at ? <Time at={row.finished_at} /> : '–') },
  { label: say('amount'), align: 'end', cell: (row) => <Amount cents={row.amount_cents} currency={row.currency} /> },
]

/** Every round for money of a player; each leads to what its player is shown of it. */
export function Rounds({ id }: { id: number }) {
  return (
    <ListTable
      label={say('player.tab_rounds')}
      list={usePlayerRounds(id)}
      columns={roundColumns()}
      rowKey={(row) => row.id}
      rowPath={(row) => `/players/${id}/rounds/${row.id}`}
      empty={<State icon="dice" title={say('rounds.none')} />}
    />
  )
}

const roundColumns = (): ListColumn<PlayedRound>[] => [
  { label: say('rounds.number'), cell: (row) => row.id },
  { label: say('rounds.game'), cell: (row) => row.game.title || row.game.identifier || say('unknown') },
  { label: say('payments.made'), cell: (row) => <Time at={row.started_at} /> },
  { label: say('payments.state'), wideOnly: true, cell: (row) => <Badge tone={row.status === 'open' ? 'info' : 'neutral'}>{sayWord('round_state', row.status)}</Badge> },
  { label: say('rounds.bet'), align: 'end', cell: (row) => <Amount cents={row.bet_cents} currency={row.currency} /> },
  { label: say('rounds.win'), align: 'end', cell: (row) => <Amount cents={row.win_cents} currency={row.currency} /> },
]
