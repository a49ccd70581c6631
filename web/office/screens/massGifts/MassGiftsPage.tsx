import { useState } from 'react'
import { Button } from '@/ui/Button'
import { useMassGifts } from '../../api/massGifts'
import type { MassGift } from '../../api/types'
import { say } from '../../i18n/texts'
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
        title={say('mass_gifts.title')}
        lead={say('mass_gifts.lead')}
        actions={
          <Button size="s" icon="plus" onPress={() => setMaking(true)}>
            {say('mass_gifts.new')}
          </Button>
        }
      />
      <ListTable
        label={say('mass_gifts.title')}
        list={list}
        columns={columns()}
        rowKey={({ id }) => String(id)}
        rowPath={({ id }) => `/mass-gifts/${id}`}
        empty={<State icon="gift" title={say('mass_gifts.none')} text={say('mass_gifts.none_text')} />}
      />
      {isMaking && <MassGiftDialog onClose={() => setMaking(false)} />}
    </>
  )
}

const columns = (): ListColumn<MassGift>[] => [
  { label: say('mass_gifts.name'), cell: ({ name }) => name },
  {
    label: say('mass_gifts.what'),
    cell: ({ title, code, kind }) => (
      <>
        {title}
        <span className="block text-xs text-muted">
          {say(`mass_gifts.kind_${kind}`)} · {code}
        </span>
      </>
    ),
  },
  { label: say('mass_gifts.to'), cell: (gift) => <Receivers gift={gift} /> },
  { label: say('staff.state'), cell: (gift) => <Standing gift={gift} /> },
  { label: say('mass_gifts.progress'), cell: (gift) => <Progress gift={gift} /> },
  { label: say('mass_gifts.worth_label'), align: 'end', wideOnly: true, cell: ({ worth_cents }) => (worth_cents === null ? '–' : <Amount cents={worth_cents} currency="EUR" />) },
  {
    label: say('reason.label'),
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
