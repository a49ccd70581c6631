import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { useMay } from '../../api/me'
import { tablePath, tablesQuery } from '../../api/tables'
import type { OfficeTable } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { Loaded, State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { percent } from '../../ui/percent'
import { isPeriod, periodOf, type Period } from '../../ui/period'
import { PeriodBar } from '../../ui/PeriodBar'
import { Time } from '../../ui/Time'
import { Sums } from './figures'
import { SwitchDialog } from './SwitchDialog'

const route = getRouteApi('/member/tables')

/** Tables whose rounds all players share: how each stands, what it returns, and a switch for each of them. */
export function TablesPage() {
  const search = route.useSearch()
  const [now] = useState(() => Date.now())
  const period = periodOf(search, now)
  const [switching, setSwitching] = useState<OfficeTable | null>(null)
  return (
    <>
      <PageHead title={t('tables.title')} lead={t('tables.lead')} />
      <div className="mb-4">
        <PeriodBar period={period} now={now} />
      </div>
      {isPeriod(period) && <Tables period={period} onSwitch={setSwitching} />}
      {switching && <SwitchDialog table={switching} onClose={() => setSwitching(null)} />}
    </>
  )
}

/** The tables with what they returned in these days. */
export function Tables({ period, onSwitch }: { period: Period; onSwitch: (table: OfficeTable) => void }) {
  const tables = useQuery(tablesQuery(period))
  return (
    <Loaded query={tables}>
      {(found) =>
        found.length === 0 ? (
          <State icon="table" title={t('tables.none')} text={t('tables.none_text')} />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {found.map((table) => (
              <TablePanel key={table.game.identifier} table={table} onSwitch={onSwitch} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function TablePanel({ table, onSwitch }: { table: OfficeTable; onSwitch: (table: OfficeTable) => void }) {
  const { game, closed } = table
  const maySwitch = useMay()('games.switch')
  return (
    <Panel
      title={game.title}
      actions={
        maySwitch && (
          <Button size="s" variant={closed ? 'secondary' : 'ghost'} onPress={() => onSwitch(table)}>
            {t(closed ? 'tables.to_open' : 'tables.to_close')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Standing table={table} />
        <Returned table={table} />
      </div>
      <Link
        to="/tables/$provider/$slug"
        params={tablePath(game.identifier)}
        className="mt-4 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline"
      >
        {t('tables.to_rounds')}
      </Link>
    </Panel>
  )
}

function Standing({ table: { closed, round, game } }: { table: OfficeTable }) {
  return (
    <DescriptionList>
      <Description label={t('staff.state')}>
        <Badge tone={closed ? 'danger' : 'success'}>{t(closed ? 'tables.closed' : 'tables.open')}</Badge>
        {game.off && (
          <span className="ml-2">
            <Badge tone="danger">{t('games.off')}</Badge>
          </span>
        )}
        {closed && (
          <span className="mt-1 block text-xs text-muted">
            {closed.by}: {closed.reason} (<Time at={closed.at} />)
          </span>
        )}
      </Description>
      {closed && <Description label={t('tables.told')}>{t(`tables.told_${closed.told}`)}</Description>}
      <Description label={t('tables.round')}>{round ? `${round.id} · ${tWord('table_state', round.state)}` : t('tables.no_round')}</Description>
      <Description label={t('tables.players')}>{round?.players ?? 0}</Description>
      <Description label={t('tables.stakes')}>
        <Sums round={round} of="stakes_cents" />
      </Description>
    </DescriptionList>
  )
}

function Returned({ table: { game } }: { table: OfficeTable }) {
  return (
    <DescriptionList>
      <Description label={t('figure.bets_cents')}>
        <Amount cents={game.bets_cents} currency="EUR" />
      </Description>
      <Description label={t('tables.wins')}>
        <Amount cents={game.wins_cents} currency="EUR" />
      </Description>
      <Description label={t('games.theoretical')}>{percent(game.theoretical)}</Description>
      <Description label={t('games.actual')}>
        {percent(game.actual)}
        {game.stands_out && (
          <span className="ml-2">
            <Badge tone="danger">{t('games.stands_out')}</Badge>
          </span>
        )}
      </Description>
      <Description label={t('games.band')}>{game.low === null ? '–' : `${percent(game.low)} – ${percent(game.high)}`}</Description>
    </DescriptionList>
  )
}
