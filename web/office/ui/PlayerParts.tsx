import { Link } from '@tanstack/react-router'
import { tOptional } from '@/i18n/messages'
import { Badge } from '@/ui/Badge'
import type { Payment, PlayerLink, Stop, Sums } from '../api/types'
import { t, tWord } from '../i18n/texts'
import { Amount } from './Amount'
import { DataGrid } from './DataGrid'
import { PlayerFlags } from './PlayerFlags'
import { PlayerName } from './PlayerName'
import { Time } from './Time'

/** Deposits, cashouts, bets and wins, one row per currency. */
export function SumsTable({ sums }: { sums: readonly Sums[] }) {
  if (sums.length === 0) return <Nothing>{t('sums.none')}</Nothing>
  return (
    <DataGrid
      label={t('sums.title')}
      rows={sums}
      rowKey={({ currency }) => currency}
      columns={[
        { label: t('currency'), cell: ({ currency }) => currency },
        { label: t('sums.deposits'), align: 'end', cell: (row) => <Amount cents={row.deposits_cents} currency={row.currency} /> },
        { label: t('sums.deposits_count'), align: 'end', cell: (row) => row.deposits_count },
        { label: t('sums.cashouts'), align: 'end', cell: (row) => <Amount cents={row.cashouts_cents} currency={row.currency} /> },
        { label: t('sums.bets'), align: 'end', cell: (row) => <Amount cents={row.bets_cents} currency={row.currency} /> },
        { label: t('sums.wins'), align: 'end', cell: (row) => <Amount cents={row.wins_cents} currency={row.currency} /> },
      ]}
    />
  )
}

/** Payments of a player; each leads to its receipt, or to `path`. */
export function PaymentsTable({ payments, path = '/payments/$id' }: { payments: readonly Payment[]; path?: '/payments/$id' | '/payouts/$id' }) {
  if (payments.length === 0) return <Nothing>{t('payments.none')}</Nothing>
  return (
    <DataGrid
      label={t('payments.title')}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          label: t('payments.made'),
          cell: (row) => (
            <Link to={path} params={{ id: row.id }} className="rounded-s text-link underline-offset-4 hover:underline">
              <Time at={row.created_at} />
            </Link>
          ),
        },
        { label: t('payments.action'), cell: (row) => tWord('payment_action', row.action) },
        { label: t('payments.method'), cell: (row) => tWord('brand', row.brand) },
        { label: t('payments.state'), cell: (row) => <PaymentState state={row.state} error={row.error_code} /> },
        { label: t('receipt.fee'), align: 'end', cell: (row) => <Amount cents={row.fee_cents} currency={row.currency} /> },
        { label: t('amount'), align: 'end', cell: (row) => <Amount cents={row.amount_cents} currency={row.currency} /> },
      ]}
    />
  )
}

/** Where a payment stands, and why it failed. */
export function PaymentState({ state, error = null }: { state: string; error?: string | null }) {
  const tone = state === 'succeeded' ? 'success' : state === 'declined' || state === 'rejected' ? 'danger' : 'neutral'
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tone}>{tWord('payment_state', state)}</Badge>
      {error && <span className="text-xs text-muted">{errorSentence(error)}</span>}
    </span>
  )
}

/** Why a payment failed. Partners may name reasons that have no text of their own: these are told by their code. */
const errorSentence = (code: string) => tOptional(`payment_error.${code}`, t('payments.other_error', { code }))

/** Stops of a player with who made them and why. */
export function StopsTable({ stops }: { stops: readonly Stop[] }) {
  if (stops.length === 0) return <Nothing>{t('stops.none')}</Nothing>
  return (
    <DataGrid
      label={t('stops.title')}
      rows={stops}
      rowKey={({ reason, since }) => `${reason} ${since}`}
      columns={[
        { label: t('stops.reason'), cell: (row) => <Badge tone={row.over ? 'neutral' : 'danger'}>{tWord('stop', row.reason)}</Badge> },
        { label: t('stops.since'), cell: (row) => <Time at={row.since} /> },
        { label: t('stops.until'), cell: (row) => (row.until ? <Time at={row.until} /> : t('stops.open_end')) },
        { label: t('stops.by'), cell: (row) => row.by || '–' },
        { label: t('stops.why'), cell: (row) => <span className="break-words">{row.why || '–'}</span> },
      ]}
    />
  )
}

/** Other players with something in common, and what that is. */
export function LinksList({ links }: { links: readonly PlayerLink[] }) {
  if (links.length === 0) return <Nothing>{t('links.none')}</Nothing>
  return (
    <ul className="space-y-2 text-sm">
      {links.map(({ player, kind }) => (
        <li key={`${kind} ${player.id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PlayerName player={player} />
          <span className="text-soft">{t(`links.${kind}`)}</span>
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
