import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentLocale } from '@/i18n/messages'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { GAMES, switchGame, useGames } from '../../api/games'
import { useMay } from '../../api/me'
import type { GameReturn } from '../../api/types'
import { t } from '../../i18n/texts'
import { AddressSelect } from '../../ui/AddressSelect'
import { Amount } from '../../ui/Amount'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { percent } from '../../ui/percent'
import { periodOf } from '../../ui/period'
import { PeriodBar } from '../../ui/PeriodBar'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { SearchField } from '../../ui/SearchField'
import { useTypedQuery } from '../../ui/useTypedQuery'
import { GamePartners } from './GamePartners'

const route = getRouteApi('/member/games')

/** What games return beside their sheets, and a switch for each of them. */
export function GamesPage() {
  const search = route.useSearch()
  const { state, sort, query } = search
  const navigate = useNavigate()
  const [now] = useState(() => Date.now())
  const [typed, setTyped] = useTypedQuery(query, (wanted) => void navigate({ to: '/games', search: { ...search, query: wanted }, replace: true }))
  const period = periodOf(search, now)
  const list = useGames({ ...period, state, query, sort })
  const maySwitch = useMay()('games.switch')
  const [switching, setSwitching] = useState<GameReturn | null>(null)
  return (
    <>
      <PageHead
        title={t('games.title')}
        lead={t('games.lead')}
        actions={
          <FilterTabs
            label={t('games.filter')}
            name="state"
            chosen={state}
            choices={(['all', 'standing_out', 'off'] as const).map((value) => ({ value, label: t(`games.state_${value}`) }))}
          />
        }
      />
      <GamePartners />
      <div className="mb-4 space-y-3">
        <PeriodBar period={period} now={now} />
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-56 flex-1 md:max-w-md">
            <SearchField label={t('games.search')} value={typed} onChange={setTyped} />
          </div>
          <AddressSelect
            label={t('games.order')}
            name="sort"
            value={sort}
            choices={(['bets', 'title', 'rounds', 'actual'] as const).map((value) => ({ value, label: t(`games.sort_${value}`) }))}
          />
        </div>
      </div>
      <ListTable
        label={t('games.title')}
        list={list}
        columns={
          maySwitch ? [...columns(), { label: t('staff.actions'), align: 'end', cell: (game) => <Switch game={game} onOpen={setSwitching} /> }] : columns()
        }
        rowKey={({ id }) => String(id)}
        empty={<State icon="dice" title={t('games.none')} text={t('games.none_text')} />}
      />
      {switching && <SwitchDialog game={switching} onClose={() => setSwitching(null)} />}
    </>
  )
}

function Switch({ game, onOpen }: { game: GameReturn; onOpen: (game: GameReturn) => void }) {
  return (
    <span role="group" aria-label={t('games.actions_for', { title: game.title })}>
      <Button size="s" variant={game.off ? 'secondary' : 'ghost'} onPress={() => onOpen(game)}>
        {t(game.off ? 'games.switch_on' : 'games.switch_off')}
      </Button>
    </span>
  )
}

function SwitchDialog({ game, onClose }: { game: GameReturn; onClose: () => void }) {
  const queryClient = useQueryClient()
  const to = game.off ? 'on' : 'off'
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: GAMES })
  }
  return (
    <ReasonDialog
      title={t(`games.switch_${to}_title`, { title: game.title })}
      text={t(`games.switch_${to}_text`)}
      confirm={t(`games.switch_${to}`)}
      tone={to === 'off' ? 'danger' : 'primary'}
      run={(reason, key) => switchGame(game.id, to === 'on', reason, key)}
      onDone={() => {
        showToast('successfully', t(`games.switched_${to}`, { title: game.title }))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

const columns = (): ListColumn<GameReturn>[] => [
  {
    label: t('games.game'),
    cell: ({ title, identifier }) => (
      <>
        {title}
        <span className="block text-xs font-normal text-muted">{identifier}</span>
      </>
    ),
  },
  { label: t('figure.rounds'), align: 'end', cell: ({ rounds }) => <span className="tabular">{rounds.toLocaleString(currentLocale())}</span> },
  { label: t('figure.bets_cents'), align: 'end', wideOnly: true, cell: ({ bets_cents }) => <Amount cents={bets_cents} currency="EUR" /> },
  { label: t('games.theoretical'), align: 'end', cell: ({ theoretical }) => <span className="tabular">{percent(theoretical)}</span> },
  {
    label: t('games.actual'),
    align: 'end',
    cell: ({ actual, stands_out }) => (
      <>
        <span className={stands_out ? 'tabular font-semibold text-danger-text' : 'tabular'}>{percent(actual)}</span>
        {stands_out && (
          <span className="block">
            <Badge tone="danger">{t('games.stands_out')}</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    label: t('games.band'),
    align: 'end',
    wideOnly: true,
    cell: ({ low, high }) => (
      <span className="tabular whitespace-nowrap" title={t('games.band_help')}>
        {low === null ? '–' : `${percent(low)} – ${percent(high)}`}
      </span>
    ),
  },
  {
    label: t('staff.state'),
    cell: ({ off }) => (
      <>
        <Badge tone={off ? 'danger' : 'success'}>{t(off ? 'games.off' : 'games.on')}</Badge>
        {off && (
          <span className="block text-xs text-muted">
            {off.by}: {off.reason}
          </span>
        )}
      </>
    ),
  },
]
