import { Badge } from '@/ui/Badge'
import { useBonusAbuse } from '../../api/bonusAbuse'
import type { BonusAbuse } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { PlayerName } from '../../ui/PlayerName'

/** Players whose play makes sense against the terms of bonuses alone. What follows is decided on the player's page. */
export function BonusAbusePage() {
  const list = useBonusAbuse()
  return (
    <>
      <PageHead title={t('abuse.title')} lead={t('abuse.lead')} />
      <ListTable
        label={t('abuse.title')}
        list={list}
        columns={columns()}
        rowKey={({ player, currency }) => `${String(player.id)}-${currency}`}
        empty={<State icon="shield" title={t('abuse.none')} />}
      />
    </>
  )
}

function Signs({ signs }: Pick<BonusAbuse, 'signs'>) {
  return (
    <span className="flex flex-col items-start gap-1">
      {signs.map((sign) => (
        <Badge key={sign} tone="warning">
          {t(`abuse.sign_${sign}`)}
        </Badge>
      ))}
    </span>
  )
}

/** One amount beside what it is a part of. */
function Of({ part, whole, currency }: { part: number; whole: number; currency: string }) {
  return (
    <>
      <Amount cents={part} currency={currency} /> / <Amount cents={whole} currency={currency} />
    </>
  )
}

const columns = (): ListColumn<BonusAbuse>[] => [
  { label: t('abuse.player'), cell: ({ player }) => <PlayerName player={player} /> },
  { label: t('abuse.signs'), cell: ({ signs }) => <Signs signs={signs} /> },
  { label: t('abuse.completed'), align: 'end', cell: ({ completed, awards }) => `${String(completed)} / ${String(awards)}` },
  { label: t('abuse.withdrawn_at_once'), align: 'end', cell: ({ withdrawn_at_once }) => String(withdrawn_at_once) },
  {
    label: t('abuse.converted'),
    align: 'end',
    cell: ({ converted_cents, granted_cents, currency }) => <Of part={converted_cents} whole={granted_cents} currency={currency} />,
  },
  {
    label: t('abuse.wagered'),
    align: 'end',
    cell: ({ wagered_cents, bets_cents, currency }) => <Of part={wagered_cents} whole={bets_cents} currency={currency} />,
  },
  {
    label: t('abuse.cashouts'),
    align: 'end',
    cell: ({ cashouts_cents, deposits_cents, currency }) => <Of part={cashouts_cents} whole={deposits_cents} currency={currency} />,
  },
  { label: t('abuse.checks'), wideOnly: true, cell: ({ player }) => <PlayerFlags player={player} /> },
]
