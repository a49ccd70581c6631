import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { showToast } from '@/ui/toast'
import { PLAYERS } from '../../api/players'
import { decideSharedDevice, SHARED_DEVICES, useSharedDevices } from '../../api/sharedDevices'
import type { SharedDevice } from '../../api/types'
import { t } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { PlayerName } from '../../ui/PlayerName'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

const route = getRouteApi('/member/shared-devices')

/** Players who have signed up on one device: staff decides whether they are one person. */
export function SharedDevicesPage() {
  const { state } = route.useSearch()
  return (
    <>
      <PageHead
        title={t('devices.title')}
        lead={t('devices.lead')}
        actions={
          <FilterTabs
            label={t('devices.filter')}
            name="state"
            chosen={state}
            choices={[
              { value: 'waiting', label: t('devices.waiting') },
              { value: 'decided', label: t('devices.decided') },
            ]}
          />
        }
      />
      <SharedDevices state={state} />
    </>
  )
}

interface Deciding {
  shared: SharedDevice
  samePerson: boolean
}

/** The list of pairs with what is decided, or the ways to decide. */
export function SharedDevices({ state }: { state: 'waiting' | 'decided' }) {
  const list = useSharedDevices(state)
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const last: ListColumn<SharedDevice> =
    state === 'decided'
      ? { label: t('devices.verdict'), cell: ({ verdict }) => verdict && <Decided verdict={verdict} /> }
      : {
          label: t('staff.actions'),
          align: 'end',
          cell: (shared) => <Choices shared={shared} onChoose={(samePerson) => setDeciding({ shared, samePerson })} />,
        }
  return (
    <>
      <ListTable
        label={t('devices.title')}
        list={list}
        columns={[...columns(), last]}
        rowKey={({ player, other }) => `${String(player.id)}-${String(other.id)}`}
        empty={<State icon="shield" title={t(`devices.none_${state}`)} />}
      />
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

function Choices({ shared: { player, other }, onChoose }: { shared: SharedDevice; onChoose: (samePerson: boolean) => void }) {
  return (
    <span
      role="group"
      aria-label={t('devices.actions_for', { id: String(player.id), other: String(other.id) })}
      className="inline-flex flex-wrap justify-end gap-2"
    >
      <Button size="s" onPress={() => onChoose(true)}>
        {t('devices.same_person')}
      </Button>
      <Button size="s" variant="secondary" onPress={() => onChoose(false)}>
        {t('devices.other_people')}
      </Button>
    </span>
  )
}

function Decided({ verdict: { same_person, by, reason, at } }: { verdict: NonNullable<SharedDevice['verdict']> }) {
  return (
    <>
      <Badge tone={same_person ? 'danger' : 'success'}>{t(same_person ? 'devices.same_person' : 'devices.other_people')}</Badge>
      <p className="mt-1 text-xs break-words text-muted">
        {by}: {reason} <Time at={at} />
      </p>
    </>
  )
}

/** Of one person the mark and the stop of the later account are proposed; staff may leave either out. */
function DecisionDialog({ shared, samePerson, onClose }: Deciding & { onClose: () => void }) {
  const [marks, setMarks] = useState(true)
  const [stops, setStops] = useState(true)
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: SHARED_DEVICES })
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  const ids = { id: String(shared.player.id), other: String(shared.other.id) }
  return (
    <ReasonDialog
      title={t(samePerson ? 'devices.same_title' : 'devices.other_title', ids)}
      text={t(samePerson ? 'devices.same_text' : 'devices.other_text', ids)}
      confirm={t(samePerson ? 'devices.same_person' : 'devices.other_people')}
      tone={samePerson ? 'danger' : 'primary'}
      run={(reason, key) => decideSharedDevice(shared, { same_person: samePerson, marks: samePerson && marks, stops: samePerson && stops, reason }, key)}
      onDone={() => {
        showToast('successfully', t('devices.done'))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
      choice={JSON.stringify({ marks, stops })}
    >
      {samePerson && (
        <div className="space-y-2">
          <Checkbox isSelected={marks} onChange={setMarks}>
            {t('devices.marks', ids)}
          </Checkbox>
          <Checkbox isSelected={stops} onChange={setStops}>
            {t('devices.stops', ids)}
          </Checkbox>
        </div>
      )}
    </ReasonDialog>
  )
}

const columns = (): ListColumn<SharedDevice>[] => [
  { label: t('devices.later'), cell: ({ player }) => <PlayerName player={player} /> },
  { label: t('devices.earlier'), cell: ({ other }) => <PlayerName player={other} /> },
  { label: t('devices.known_by'), cell: ({ kind }) => t(`links.${kind}`) },
  { label: t('devices.checks'), wideOnly: true, cell: ({ player }) => <PlayerFlags player={player} /> },
  { label: t('devices.seen_at'), cell: ({ seen_at }) => <Time at={seen_at} /> },
]
