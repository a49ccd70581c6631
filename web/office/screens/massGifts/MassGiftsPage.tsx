import { useState } from 'react'
import { Button } from '@/ui/Button'
import { useMassGifts } from '../../api/massGifts'
import type { MassGift } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Time } from '../../ui/Time'
import { MassGiftDialog } from './MassGiftDialog'
import { Progress, Receivers, Standing } from './parts'

/** Gifts that many players are given at once, newest first. */
export function MassGiftsPage() {
  const list = useMassGifts()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <PageHead
        title={t('mass_gifts.title')}
        lead={t('mass_gifts.lead')}
        actions={
          <Button size="s" icon="plus" onPress={() => setMaking(true)}>
            {t('mass_gifts.new')}
          </Button>
        }
      />
      <ListTable
        label={t('mass_gifts.title')}
        list={list}
        columns={columns()}
        rowKey={({ id }) => String(id)}
        rowPath={({ id }) => `/mass-gifts/${id}`}
        empty={<State icon="gift" title={t('mass_gifts.none')} text={t('mass_gifts.none_text')} />}
      />
      {isMaking && <MassGiftDialog onClose={() => setMaking(false)} />}
    </>
  )
}

const columns = (): ListColumn<MassGift>[] => [
  { label: t('mass_gifts.name'), cell: ({ name }) => name },
  {
    label: t('mass_gifts.what'),
    cell: ({ title, code, kind }) => (
      <>
        {title}
        <span className="block text-xs text-muted">
          {t(`mass_gifts.kind_${kind}`)} · {code}
        </span>
      </>
    ),
  },
  { label: t('mass_gifts.to'), cell: (gift) => <Receivers gift={gift} /> },
  { label: t('staff.state'), cell: (gift) => <Standing gift={gift} /> },
  { label: t('mass_gifts.progress'), cell: (gift) => <Progress gift={gift} /> },
  {
    label: t('mass_gifts.worth_label'),
    align: 'end',
    wideOnly: true,
    cell: ({ worth_cents }) => (worth_cents === null ? '–' : <Amount cents={worth_cents} currency="EUR" />),
  },
  {
    label: t('reason.label'),
    wideOnly: true,
    cell: ({ by, reason, created_at }) => (
      <>
        <p className="break-words text-text">{reason}</p>
        <p className="text-xs text-muted">
          {by} · <Time at={created_at} />
        </p>
      </>
    ),
  },
]
