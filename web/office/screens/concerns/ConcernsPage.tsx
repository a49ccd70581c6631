import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toast'
import { actOnConcern, CONCERNS, useConcerns } from '../../api/concerns'
import type { Concern } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { PlayerName } from '../../ui/PlayerName'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

const route = getRouteApi('/member/concerns')
const ACTIONS = ['contacted', 'limit_suggested', 'stopped', 'no_action'] as const
type Action = (typeof ACTIONS)[number]

/** Players whose payments and play show markers of harm, and what was done about each. */
export function ConcernsPage() {
  const { state } = route.useSearch()
  return (
    <>
      <PageHead
        title={t('concerns.title')}
        lead={t('concerns.lead')}
        actions={
          <FilterTabs
            label={t('concerns.filter')}
            name="state"
            chosen={state}
            choices={[
              { value: 'open', label: t('concerns.open') },
              { value: 'handled', label: t('concerns.handled') },
            ]}
          />
        }
      />
      <Concerns state={state} />
    </>
  )
}

/** The list with the numbers behind each marker, and the way to say what was done. */
export function Concerns({ state }: { state: 'open' | 'handled' }) {
  const list = useConcerns(state)
  const [acting, setActing] = useState<Concern | null>(null)
  const last: ListColumn<Concern> = {
    label: t('staff.actions'),
    align: 'end',
    cell: (concern) => (
      <Button size="s" variant="secondary" aria-label={t('concerns.act_on', { id: String(concern.player.id) })} onPress={() => setActing(concern)}>
        {t('concerns.act')}
      </Button>
    ),
  }
  return (
    <>
      <ListTable
        label={t('concerns.title')}
        list={list}
        columns={[...columns(), last]}
        rowKey={({ player }) => String(player.id)}
        empty={<State icon="shield" title={t(`concerns.none_${state}`)} />}
      />
      {acting && <ActDialog concern={acting} onClose={() => setActing(null)} />}
    </>
  )
}

/** A marker with the numbers that it was found by. */
function Reason({ marker, figures }: { marker: Concern['markers'][number]; figures: Concern['figures'] }) {
  switch (marker) {
    case 'chases_losses':
      return <>{t('concerns.why_chases_losses', { part: figures.deposits_after_losses, whole: figures.deposits })}</>
    case 'plays_at_night':
      return <>{t('concerns.why_plays_at_night', { part: figures.nights, whole: figures.days })}</>
    case 'deposits_rise':
      return (
        <>
          {t('concerns.why_deposits_rise')}{' '}
          {figures.weeks_euro_cents.map((cents, week) => (
            <span key={week}>
              {week > 0 && ' → '}
              <Amount cents={cents} currency="EUR" />
            </span>
          ))}
        </>
      )
    case 'reverses_cashouts':
      return <>{t('concerns.why_reverses_cashouts', { count: figures.reversed_cashouts })}</>
    case 'long_sessions':
      return <>{t('concerns.why_long_sessions', { count: figures.long_sessions, hours: figures.longest_session_hours })}</>
  }
}

function Markers({ concern: { markers, figures } }: { concern: Concern }) {
  if (markers.length === 0) return <span className="text-muted">–</span>
  return (
    <ul className="space-y-1">
      {markers.map((marker) => (
        <li key={marker}>
          <Badge tone="warning">{t(`concerns.marker_${marker}`)}</Badge>{' '}
          <span className="text-xs text-muted">
            <Reason marker={marker} figures={figures} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Done({ actions }: Pick<Concern, 'actions'>) {
  if (actions.length === 0) return <span className="text-muted">{t('concerns.nothing_done')}</span>
  return (
    <ul className="space-y-1">
      {actions.map(({ id, action, reason, by, at }) => (
        <li key={id} className="text-xs break-words text-muted">
          <span className="text-sm text-text">{t(`concerns.action_${action}`)}</span> {by}: {reason} <Time at={at} />
        </li>
      ))}
    </ul>
  )
}

function ActDialog({ concern, onClose }: { concern: Concern; onClose: () => void }) {
  const [action, setAction] = useState<Action>('contacted')
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: CONCERNS })
  }
  return (
    <ReasonDialog
      title={t('concerns.act_title', { id: String(concern.player.id) })}
      text={t('concerns.act_text')}
      confirm={t('concerns.act_confirm')}
      label={t('concerns.reason')}
      run={(reason, key) => actOnConcern(concern, action, reason, key)}
      onDone={() => {
        showToast('successfully', t('concerns.done'))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
      choice={action}
    >
      <Select
        label={t('concerns.action')}
        autoComplete="off"
        value={action}
        onChange={(chosen) => setAction(ACTIONS.find((known) => known === chosen) ?? 'contacted')}
        options={ACTIONS.map((id) => ({ id, label: t(`concerns.action_${id}`) }))}
      />
    </ReasonDialog>
  )
}

const columns = (): ListColumn<Concern>[] => [
  { label: t('concerns.player'), cell: ({ player }) => <PlayerName player={player} /> },
  { label: t('concerns.markers'), cell: (concern) => <Markers concern={concern} /> },
  { label: t('concerns.since'), cell: ({ since }) => <Time at={since} /> },
  { label: t('concerns.what_was_done'), cell: ({ actions }) => <Done actions={actions} /> },
  { label: t('concerns.checks'), wideOnly: true, cell: ({ player }) => <PlayerFlags player={player} /> },
]
