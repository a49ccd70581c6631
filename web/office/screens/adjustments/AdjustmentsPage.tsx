import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { ADJUSTMENTS, approveAdjustment, refuseAdjustment, useAdjustments } from '../../api/adjustments'
import { fileAddress } from '../../api/files'
import { meQuery, useMay } from '../../api/me'
import { PLAYERS } from '../../api/players'
import type { Adjustment } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FileLink } from '../../ui/FileLink'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerName } from '../../ui/PlayerName'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { choicesFor, type Choice } from './choices'

const route = getRouteApi('/member/adjustments')

interface Deciding {
  adjustment: Adjustment
  choice: Choice
}

/** Corrections of players' cash that one member has asked for, and another one carries out. */
export function AdjustmentsPage() {
  const { state } = route.useSearch()
  const list = useAdjustments(state)
  const { data: me } = useQuery(meQuery)
  const may = useMay()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const decide = (adjustment: Adjustment) => {
    const choices = me ? choicesFor(adjustment, me, may('adjustments.decide')) : []
    return <Choices adjustment={adjustment} choices={choices} onChoose={(choice) => setDeciding({ adjustment, choice })} />
  }
  return (
    <>
      <PageHead
        title={t('adjustments.title')}
        lead={t('adjustments.lead')}
        actions={
          <div className="flex flex-wrap items-center gap-4">
            <FileLink href={fileAddress('/api/adjustments/export', { state })}>{t('list.csv')}</FileLink>
            <FilterTabs
              label={t('adjustments.filter')}
              name="state"
              chosen={state}
              choices={[
                { value: 'waiting', label: t('adjustments.waiting') },
                { value: 'decided', label: t('adjustments.decided') },
              ]}
            />
          </div>
        }
      />
      <ListTable
        label={t('adjustments.title')}
        list={list}
        columns={[...columns(), { label: t('staff.actions'), align: 'end', cell: decide }]}
        rowKey={({ id }) => id}
        empty={<State icon="scales" title={t(`adjustments.none_${state}`)} text={t('adjustments.none_text')} />}
      />
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

function Choices({ adjustment, choices, onChoose }: { adjustment: Adjustment; choices: readonly Choice[]; onChoose: (choice: Choice) => void }) {
  if (choices.length === 0) return <span className="text-muted">–</span>
  return (
    <span role="group" aria-label={t('adjustments.actions_for', { id: String(adjustment.player.id) })} className="inline-flex flex-wrap justify-end gap-2">
      {choices.map((choice) => (
        <Button key={choice} size="s" variant={choice === 'approve' ? 'primary' : 'secondary'} onPress={() => onChoose(choice)}>
          {t(`adjustments.${choice}`)}
        </Button>
      ))}
    </span>
  )
}

function DecisionDialog({ adjustment, choice, onClose }: Deciding & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: ADJUSTMENTS })
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  return (
    <ReasonDialog
      title={t(`adjustments.${choice}_title`)}
      text={
        <>
          <p className="font-medium text-text">
            <Moved adjustment={adjustment} />
          </p>
          <p className="mt-1">{t(`adjustments.${choice}_text`)}</p>
        </>
      }
      confirm={t(`adjustments.${choice}`)}
      tone={choice === 'approve' ? 'primary' : 'danger'}
      run={(reason, key) => (choice === 'approve' ? approveAdjustment : refuseAdjustment)(adjustment.id, reason, key)}
      onDone={() => {
        showToast('successfully', t(`adjustments.${choice}_done`))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

/** What would move, with its sign. */
function Moved({ adjustment: { direction, amount_cents, currency } }: { adjustment: Adjustment }) {
  return <Amount cents={direction === 'give' ? amount_cents : -amount_cents} currency={currency} />
}

const TONE = { waiting: 'warning', expired: 'neutral', approved: 'success', refused: 'danger' } as const

const columns = (): ListColumn<Adjustment>[] => [
  { label: t('player'), cell: ({ player }) => <PlayerName player={player} /> },
  { label: t('amount'), align: 'end', cell: (row) => <Moved adjustment={row} /> },
  {
    label: t('reason.label'),
    cell: ({ reason, requested_by, requested_at }) => (
      <>
        <p className="break-words text-text">{reason}</p>
        <p className="text-xs text-muted">
          {requested_by} · <Time at={requested_at} />
        </p>
      </>
    ),
  },
  {
    label: t('adjustments.state'),
    cell: ({ state, decision, expires_at }) => (
      <>
        <Badge tone={TONE[state]}>{t(`adjustments.${state}`)}</Badge>
        <p className="mt-1 text-xs text-muted">
          {decision ? `${decision.by}: ${decision.reason}` : t('adjustments.until')} <Time at={decision?.at ?? expires_at} />
        </p>
      </>
    ),
  },
]
