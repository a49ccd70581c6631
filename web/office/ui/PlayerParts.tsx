import { Link } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import type { Payment, PlayerLink, Stop, Sums } from '../api/types'
import { say, sayWord } from '../i18n/texts'
import { Amount } from './Amount'
import { DataGrid } from './DataGrid'
import { PlayerFlags } from './PlayerFlags'
import { PlayerName } from './PlayerName'
import { Time } from './Time'

/** What a player has paid, staked and won, a line for each currency. */
export function SumsTable({ sums }: { sums: readonly Sums[] }) {
  if (sums.length === 0) return <Nothing>{say('sums.none')}</Nothing>
  return (
    <DataGrid
      label={say('sums.title')}
      rows={sums}
      rowKey={({ currency }) => currency}
      columns={[
        { label: say('currency'), cell: ({ currency }) => currency },
        { label: say('sums.deposits'), align: 'end', cell: (row) => <Amount cents={row.deposits_cents} currency={row.currency} /> },
        { label: say('sums.deposits_count'), align: 'end', cell: (row) => row.deposits_count },
        { label: say('sums.cashouts'), align: 'end', cell: (row) => <Amount cents={row.cashouts_cents} currency={row.currency} /> },
        { label: say('sums.bets'), align: 'end', cell: (row) => <Amount cents={row.bets_cents} currency={row.currency} /> },
        { label: say('sums.wins'), align: 'end', cell: (row) => <Amount cents={row.wins_cents} currency={row.currency} /> },
      ]}
    />
  )
}

/** Payments of a player; each leads to its receipt, or to `path`. */
export function PaymentsTable({ payments, path = '/payments/$id' }: { payments: readonly Payment[]; path?: '/payments/$id' | '/payouts/$id' }) {
  if (payments.length === 0) return <Nothing>{say('payments.none')}</Nothing>
  return (
    <DataGrid
      label={say('payments.title')}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          label: say('payments.made'),
          cell: (row) => (
            <Link to={path} params={{ id: row.id }} className="rounded-s text-link underline-offset-4 hover:underline">
              <Time at={row.created_at} />
            </Link>
          ),
        },
        { label: say('payments.action'), cell: (row) => sayWord('payment_action', row.action) },
        { label: say('payments.method'), cell: (row) => sayWord('brand', row.brand) },
        { label: say('payments.state'), cell: (row) => <PaymentState state={row.state} error={row.error_code} /> },
        { label: say('receipt.fee'), align: 'end', cell: (row) => <Amount cents={row.fee_cents} currency={row.currency} /> },
        { label: say('amount'), align: 'end', cell: (row) => <Amount cents={row.amount_cents} currency={row.currency} /> },
      ]}
    />
  )
}

/** Where a payment stands, and why it failed. */
export function PaymentState({ state, error = null }: { state: string; error?: string | null }) {
  const tone = state === 'succeeded' ? 'success' : state === 'declined' || state === 'rejected' ? 'danger' : 'neutral'
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tone}>{sayWord('payment_state', state)}</Badge>
      {error && <span className="text-xs text-muted">{error.replaceAll('_', ' ')}</span>}
    </span>
  )
}

/** Stops of a player with who made them and why. */
export function StopsTable({ stops }: { stops: readonly Stop[] }) {
  if (stops.length === 0) return <Nothing>{say('stops.none')}</Nothing>
  return (
    <DataGrid
      label={say('stops.title')}
      rows={stops}
      rowKey={({ reason, since }) => `${reason} ${since}`}
      columns={[
        { label: say('stops.reason'), cell: (row) => <Badge tone={row.over ? 'neutral' : 'danger'}>{sayWord('stop', row.reason)}</Badge> },
        { label: say('stops.since'), cell: (row) => <Time at={row.since} /> },
        { label: say('stops.until'), cell: (row) => (row.until ? <Time at={row.until} /> : say('stops.open_end')) },
        { label: say('stops.by'), cell: (row) => row.by || '–' },
        { label: say('stops.why'), cell: (row) => <span className="break-words">{row.why || '–'}</span> },
      ]}
    />
  )
}

/** Other players with something in common, and what that is. */
export function LinksList({ links }: { links: readonly PlayerLink[] }) {
  if (links.length === 0) return <Nothing>{say('links.none')}</Nothing>
  return (
    <ul className="space-y-2 text-sm">
      {links.map(({ player, kind }) => (
        <li key={`${kind} ${player.id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PlayerName player={player} />
          <span className="text-soft">{say(`links.${kind}`)}</span>
          <PlayerFlags player={player} />
        </li>
      ))}
    </ul>
  )
}

/** What a part says that has nothing to show. */
export function Nothing({ children }: { children: string }) {
  return <p className="text-sm text-muted">{children}</p>
}
