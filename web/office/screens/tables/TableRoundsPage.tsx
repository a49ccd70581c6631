import { getRouteApi, Link } from '@tanstack/react-router'
import { useTableRounds } from '../../api/tables'
import type { TableRound } from '../../api/types'
import { say, sayWord } from '../../i18n/texts'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Time } from '../../ui/Time'
import { outcomeOf, Sums } from './figures'

const route = getRouteApi('/member/tables/$provider/$slug')

/** The rounds of a table, each with the way to its proof. */
export function TableRoundsPage() {
  const { provider, slug } = route.useParams()
  const list = useTableRounds(provider, slug)
  const title = say('tables.rounds_of', { game: `${provider}/${slug}` })
  return (
    <>
      <Link to="/tables" className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {say('tables.back')}
      </Link>
      <PageHead title={title} lead={say('tables.rounds_lead')} />
      <ListTable
        label={title}
        list={list}
        columns={columns()}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/tables/rounds/${id}`}
        empty={<State icon="table" title={say('tables.no_round')} text={say('tables.no_round_text')} />}
      />
    </>
  )
}

const columns = (): ListColumn<TableRound>[] => [
  { label: say('tables.round'), cell: ({ id }) => id },
  { label: say('tables.opened'), cell: ({ opened_at }) => <Time at={opened_at} /> },
  { label: say('staff.state'), cell: ({ state, returned }) => (returned ? say('tables.returned') : sayWord('table_state', state)) },
  { label: say('tables.outcome'), align: 'end', cell: (round) => <span className="tabular">{outcomeOf(round)}</span> },
  { label: say('tables.bets'), align: 'end', wideOnly: true, cell: ({ bets }) => <span className="tabular">{bets}</span> },
  { label: say('tables.players'), align: 'end', wideOnly: true, cell: ({ players }) => <span className="tabular">{players}</span> },
  { label: say('tables.stakes'), align: 'end', cell: (round) => <Sums round={round} of="stakes_cents" /> },
  { label: say('tables.wins'), align: 'end', cell: (round) => <Sums round={round} of="wins_cents" /> },
]
