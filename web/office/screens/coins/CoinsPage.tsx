import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { useCoins } from '../../api/coins'
import { meQuery, useMay } from '../../api/me'
import type { Coin, UnreadCoin } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { DataGrid } from '../../ui/DataGrid'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { PlayerName } from '../../ui/PlayerName'
import { Time } from '../../ui/Time'
import { choicesFor, type CoinChoice } from './choices'
import { CoinDecisionDialog, ReturnCoinDialog } from './CoinDialogs'

const route = getRouteApi('/member/coins')

interface Deciding {
  coin: Coin
  choice: CoinChoice
}

/** Coins that came without an order: those that are held, and lines of partners' lists that could not be taken. */
export function CoinsPage() {
  const { state } = route.useSearch()
  const list = useCoins(state)
  const { data: me } = useQuery(meQuery)
  const mayDecide = useMay()('payouts.decide')
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const close = () => setDeciding(null)
  const decide = (coin: Coin) => {
    const choices = me && mayDecide ? choicesFor(coin, me.id) : []
    if (choices.length === 0) return <span className="text-muted">–</span>
    return (
      <span role="group" aria-label={t('coins.actions_for', { id: String(coin.player.id) })} className="inline-flex flex-wrap justify-end gap-2">
        {choices.map((choice) => (
          <Button key={choice} size="s" variant="secondary" onPress={() => setDeciding({ coin, choice })}>
            {t(`coins.${choice}`)}
          </Button>
        ))}
      </span>
    )
  }
  return (
    <>
      <PageHead
        title={t('coins.title')}
        lead={t('coins.lead')}
        actions={
          <FilterTabs
            label={t('coins.filter')}
            name="state"
            chosen={state}
            choices={[
              { value: 'held', label: t('coins.held') },
              { value: 'all', label: t('coins.all') },
            ]}
          />
        }
      />
      <div className="space-y-5">
        <ListTable
          label={t('coins.title')}
          list={list}
          columns={[...columns(), { label: t('staff.actions'), align: 'end', cell: decide }]}
          rowKey={({ id }) => id}
          empty={<State icon="check" title={t(`coins.none_${state}`)} />}
        />
        {list.unread && list.unread.length > 0 && <Unread lines={list.unread} />}
      </div>
      {deciding?.choice === 'return' && <ReturnCoinDialog coin={deciding.coin} onClose={close} />}
      {deciding && deciding.choice !== 'return' && <CoinDecisionDialog coin={deciding.coin} choice={deciding.choice} onClose={close} />}
    </>
  )
}

function Unread({ lines }: { lines: UnreadCoin[] }) {
  return (
    <Panel title={t('coins.unread')}>
      <DataGrid
        label={t('coins.unread')}
        rows={lines}
        rowKey={({ id }) => id}
        columns={[
          { label: t('desk.partner'), cell: ({ provider }) => <span className="capitalize">{provider}</span> },
          { label: t('coins.why'), cell: ({ why }) => tWord('coin_unread', why) },
          { label: t('coins.line'), cell: ({ body }) => <code className="text-xs break-all">{body}</code> },
          { label: t('coins.times'), align: 'end', cell: ({ times }) => times },
          { label: t('coins.seen'), cell: ({ at }) => <Time at={at} /> },
        ]}
      />
    </Panel>
  )
}

const TONE = { seen: 'info', confirmed: 'info', credited: 'success', held: 'warning', returning: 'info', returned: 'neutral', dropped: 'danger' } as const

const columns = (): ListColumn<Coin>[] => [
  { label: t('player'), cell: ({ player }) => <PlayerName player={player} /> },
  { label: t('amount'), align: 'end', cell: ({ amount_cents, currency }) => <Amount cents={amount_cents} currency={currency} /> },
  {
    label: t('coins.state'),
    cell: ({ state, held_for, asked, return_address, return_error }) => (
      <>
        <Badge tone={TONE[state]}>{tWord('coin_state', state)}</Badge>
        {held_for && <p className="mt-1 text-xs text-text">{tWord('coin_held', held_for)}</p>}
        {return_error && state === 'held' && <p className="text-xs break-words text-danger-text">{t('coins.return_error', { error: return_error })}</p>}
        {return_address && state !== 'held' && <code className="text-xs break-all">{return_address}</code>}
        {asked && <p className="mt-1 text-xs break-all text-muted">{t('coins.asked', { name: asked.by, address: asked.address, reason: asked.reason })}</p>}
      </>
    ),
  },
  { label: t('coins.transaction'), wideOnly: true, cell: ({ txid, output }) => <code className="text-xs break-all">{`${txid}:${output}`}</code> },
  { label: t('coins.seen'), wideOnly: true, cell: ({ seen_at }) => <Time at={seen_at} /> },
]
