import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/ui/Badge'
import { giftsQuery } from '../../api/playerParts'
import type { PlayerGifts } from '../../api/types'
import { say, sayWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'

type Bonus = PlayerGifts['bonuses'][number]
type Freespins = PlayerGifts['freespins'][number]

/** Bonuses and free spins of a player. */
export function Gifts({ id }: { id: number }) {
  return (
    <Loaded query={useQuery(giftsQuery(id))}>
      {({ bonuses, freespins }) => (
        <div className="space-y-4">
          <Panel title={say('gifts.bonuses')}>{bonuses.length === 0 ? <Nothing>{say('gifts.no_bonuses')}</Nothing> : <Bonuses bonuses={bonuses} />}</Panel>
          <Panel title={say('gifts.freespins')}>{freespins.length === 0 ? <Nothing>{say('gifts.no_freespins')}</Nothing> : <FreespinsTable freespins={freespins} />}</Panel>
        </div>
      )}
    </Loaded>
  )
}

function Bonuses({ bonuses }: { bonuses: readonly Bonus[] }) {
  return (
    <DataGrid
      label={say('gifts.bonuses')}
      rows={bonuses}
      rowKey={({ id }) => id}
      columns={[
        { label: say('gifts.title'), cell: (row) => row.title },
        { label: say('gifts.stage'), cell: (row) => <Stage stage={row.stage} endedBy={row.ended_by} /> },
        { label: say('gifts.issued'), cell: (row) => <Time at={row.created_at} /> },
        { label: say('gifts.until'), cell: (row) => <Until at={row.valid_until ?? row.activatable_until} /> },
        { label: say('amount'), align: 'end', cell: (row) => <Amount cents={row.amount_cents} currency={row.currency} /> },
        { label: say('gifts.wagered'), align: 'end', cell: (row) => <Amount cents={row.amount_wager_cents} currency={row.currency} /> },
        { label: say('gifts.to_wager'), align: 'end', cell: (row) => <Amount cents={row.amount_wager_requirement_cents} currency={row.currency} /> },
        { label: say('gifts.converted'), align: 'end', cell: (row) => <Amount cents={row.converted_cents} currency={row.currency} /> },
      ]}
    />
  )
}

function FreespinsTable({ freespins }: { freespins: readonly Freespins[] }) {
  return (
    <DataGrid
      label={say('gifts.freespins')}
      rows={freespins}
      rowKey={({ id }) => id}
      columns={[
        { label: say('gifts.title'), cell: (row) => row.title },
        { label: say('gifts.stage'), cell: (row) => <Stage stage={row.stage} endedBy={row.ended_by} /> },
        { label: say('gifts.issued'), cell: (row) => <Time at={row.created_at} /> },
        { label: say('gifts.until'), cell: (row) => <Until at={row.valid_until ?? row.activatable_until} /> },
        { label: say('gifts.spins'), align: 'end', cell: (row) => say('gifts.spins_of', { done: row.freespins_performed, all: row.freespins_total }) },
        { label: say('gifts.stake'), align: 'end', cell: (row) => <Amount cents={row.stake_cents} currency={row.currency} /> },
        { label: say('rounds.win'), align: 'end', cell: (row) => <Amount cents={row.win_cents} currency={row.currency} /> },
      ]}
    />
  )
}

function Until({ at }: { at: string | null }) {
  return at === null ? '–' : <Time at={at} />
}

function Stage({ stage, endedBy }: { stage: string; endedBy: string | null }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={stage === 'handle_bets' || stage === 'activated' ? 'info' : 'neutral'}>{sayWord('gift_stage', stage)}</Badge>
      {endedBy && <span className="text-xs text-muted">{sayWord('gift_end', endedBy)}</span>}
    </span>
  )
}
