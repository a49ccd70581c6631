import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { lootboxesQuery } from '../../api/playerParts'
import type { PlayerLootbox, PlayerPage } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { LootboxDialog } from './LootboxDialog'

/** Boxes of a player, and the way to issue one. */
export function Lootboxes({ player, mayIssue }: { player: Pick<PlayerPage, 'id' | 'wallets'>; mayIssue: boolean }) {
  const [isIssuing, setIssuing] = useState(false)
  const issue = mayIssue && (
    <Button size="s" variant="secondary" onPress={() => setIssuing(true)}>
      {t('lootbox.action')}
    </Button>
  )
  return (
    <Loaded query={useQuery(lootboxesQuery(player.id))}>
      {({ lootboxes }) => (
        <Panel title={t('lootbox.boxes')} actions={issue}>
          {lootboxes.length === 0 ? <Nothing>{t('lootbox.none')}</Nothing> : <BoxesTable lootboxes={lootboxes} />}
          {isIssuing && <LootboxDialog player={player} onClose={() => setIssuing(false)} />}
        </Panel>
      )}
    </Loaded>
  )
}

function BoxStage({ box: { stage, ended_by: endedBy } }: { box: PlayerLootbox }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={stage === 'issued' ? 'info' : 'neutral'}>{tWord('lootbox_stage', stage)}</Badge>
      {stage === 'canceled' && endedBy && <span className="text-xs text-muted">{tWord('gift_end', endedBy)}</span>}
    </div>
  )
}

function BoxesTable({ lootboxes }: { lootboxes: readonly PlayerLootbox[] }) {
  return (
    <DataGrid
      label={t('lootbox.boxes')}
      rows={lootboxes}
      rowKey={({ id }) => id}
      columns={[
        { label: t('lootbox.box'), cell: (row) => row.title },
        { label: t('gifts.stage'), cell: (row) => <BoxStage box={row} /> },
        { label: t('lootbox.prize'), cell: (row) => row.prize ?? '–' },
        { label: t('currency'), cell: (row) => row.currency },
        { label: t('gifts.issued'), cell: (row) => <Time at={row.created_at} /> },
        { label: t('gifts.until'), cell: (row) => <Time at={row.valid_until} /> },
      ]}
    />
  )
}
