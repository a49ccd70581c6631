import { getRouteApi } from '@tanstack/react-router'
import { fileAddress } from '../../api/files'
import { usePayouts } from '../../api/payouts'
import type { PayoutRow } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FileLink } from '../../ui/FileLink'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { Time } from '../../ui/Time'
import { Standing } from './Standing'

const route = getRouteApi('/member/payouts')

/** Cashouts that were held for a person: those that wait, oldest first, and those that were decided. */
export function PayoutsPage() {
  const { state } = route.useSearch()
  const list = usePayouts(state)
  return (
    <>
      <PageHead
        title={t('payouts.title')}
        lead={t(`payouts.lead_${state}`)}
        actions={
          <div className="flex flex-wrap items-center gap-4">
            <FileLink href={fileAddress('/api/payouts/export', { state })}>{t('list.csv')}</FileLink>
            <FilterTabs
              label={t('payouts.filter')}
              name="state"
              chosen={state}
              choices={[
                { value: 'waiting', label: t('payouts.waiting') },
                { value: 'decided', label: t('payouts.decided') },
              ]}
            />
          </div>
        }
      />
      <ListTable
        label={t('payouts.title')}
        list={list}
        columns={columns()}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/payouts/${id}`}
        empty={<State icon="check" title={t(`payouts.none_${state}`)} text={t(`payouts.none_${state}_text`)} />}
      />
    </>
  )
}

const columns = (): ListColumn<PayoutRow>[] => [
  { label: t('player'), cell: ({ player }) => `#${player.id} ${player.name ?? player.email}` },
  { label: t('payouts.standing'), cell: (row) => <Standing payout={row} /> },
  { label: t('payouts.held_for'), wideOnly: true, cell: ({ held_for }) => (held_for ? tWord('rule', held_for) : '–') },
  { label: t('payments.method'), wideOnly: true, cell: ({ brand }) => tWord('brand', brand) },
  { label: t('payouts.about_player'), wideOnly: true, cell: ({ player }) => <PlayerFlags player={player} /> },
  { label: t('payouts.asked'), wideOnly: true, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    label: t('amount'),
    align: 'end',
    cell: ({ amount_cents, currency }) => <Amount cents={amount_cents} currency={currency} className="font-medium text-text" />,
  },
]
