import { getRouteApi, Link } from '@tanstack/react-router'
import { useTableRounds } from '../../api/tables'
import type { TableRound } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
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
  const title = t('tables.rounds_of', { game: `${provider}/${slug}` })
  return (
    <>
      <Link to="/tables" className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {t('tables.back')}
      </Link>
      <PageHead title={title} lead={t('tables.rounds_lead')} />
      <ListTable
        label={title}
        list={list}
        columns={columns()}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/tables/rounds/${id}`}
        empty={<State icon="table" title={t('tables.no_round')} text={t('tables.no_round_text')} />}
      />
    </>
  )
}

const columns = (): ListColumn<TableRound>[] => [
  { label: t('tables.round'), cell: ({ id }) => id },
  { label: t('tables.opened'), cell: ({ opened_at }) => <Time at={opened_at} /> },
  { label: t('staff.state'), cell: ({ state, returned }) => (returned ? t('tables.returned') : tWord('table_state', state)) },
  { label: t('tables.outcome'), align: 'end', cell: (round) => <span className="tabular">{outcomeOf(round)}</span> },
  { label: t('tables.bets'), align: 'end', wideOnly: true, cell: ({ bets }) => <span className="tabular">{bets}</span> },
  { label: t('tables.players'), align: 'end', wideOnly: true, cell: ({ players }) => <span className="tabular">{players}</span> },
  { label: t('tables.stakes'), align: 'end', cell: (round) => <Sums round={round} of="stakes_cents" /> },
  { label: t('tables.wins'), align: 'end', cell: (round) => <Sums round={round} of="wins_cents" /> },
]
