import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { DOCUMENTS } from '../../api/documents'
import { compareIdentityCheck, decideIdentityCheck, identityCheckQuery } from '../../api/identityChecks'
import { PLAYERS } from '../../api/players'
import type { ComparedValue, IdentityCheck as Check } from '../../api/types'
import { say, sayWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Doubts } from '../../ui/Doubts'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

const TONE = { started: 'neutral', pending: 'info', on_hold: 'info', review: 'warning', approved: 'success', retry: 'neutral', refused: 'danger' } as const

/** A decision about the attempt that was on show when it was begun. */
interface Step {
  verdict: 'approve' | 'reject'
  attempt: number
}

/** What the identity partner says of a player, what does not agree with the profile, and the decision where one is due. */
export function IdentityCheck({ id, mayDecide }: { id: number; mayDecide: boolean }) {
  const [open, setOpen] = useState<Step | null>(null)
  const queryClient = useQueryClient()
  const found = useQuery(identityCheckQuery(id))
  const check = found.data?.check
  const onChanged = () => {
    setOpen(null)
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
    void queryClient.invalidateQueries({ queryKey: DOCUMENTS })
  }
  const onDone = (verdict: Step['verdict']) => {
    showToast('successfully', say(verdict === 'approve' ? 'identity.approved' : 'identity.rejected'))
    onChanged()
  }
  const actions = mayDecide && check?.state === 'review' && (
    <span className="flex flex-wrap gap-2">
      <Button size="s" onPress={() => setOpen({ verdict: 'approve', attempt: check.attempt })}>
        {say('identity.approve')}
      </Button>
      <Button size="s" variant="danger" onPress={() => setOpen({ verdict: 'reject', attempt: check.attempt })}>
        {say('identity.reject')}
      </Button>
    </span>
  )
  return (
    <Panel title={say('identity.title')} actions={actions}>
      <Loaded query={found}>{(data) => (data.check === null ? <Nothing>{say('identity.none')}</Nothing> : <Found check={data.check} />)}</Loaded>
      {open && (
        <ReasonDialog
          title={say(`identity.${open.verdict}_title`)}
          text={say(`identity.${open.verdict}_text`, { id: String(id) })}
          confirm={say(`identity.${open.verdict}`)}
          tone={open.verdict === 'reject' ? 'danger' : 'primary'}
          run={(reason, key) => decideIdentityCheck(id, open.verdict, { attempt: open.attempt, reason }, key)}
          onDone={() => onDone(open.verdict)}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}

function Found({ check }: { check: Check }) {
  return (
    <div className="space-y-3">
      <DescriptionList>
        <Description label={say('identity.told')}>{sayWord('identity_told', check.told)}</Description>
        <Description label={say('identity.state')}>
          <Badge tone={TONE[check.state]}>{sayWord('identity_state', check.state)}</Badge>
        </Description>
        <Description label={say('identity.attempt')}>{check.attempt}</Description>
        <Description label={say('identity.since')}>
          <Time at={check.told_at} />
        </Description>
        {check.reasons.length > 0 && <Description label={say('identity.reasons')}>{check.reasons.map((reason) => sayWord('identity_reason', reason)).join(', ')}</Description>}
        <Description label={say('identity.doubts')}>
          <Doubts check={check} />
        </Description>
        {check.decided_by !== null && <Description label={say('identity.decided')}>{check.decided_by}</Description>}
      </DescriptionList>
      {check.partner_url !== null && (
        <a href={check.partner_url} target="_blank" rel="noopener noreferrer" className="inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
          {say('identity.open')}
        </a>
      )}
      <Compared key={`${check.attempt} ${check.told_at}`} player={check.player.id} />
    </div>
  )
}

/** Profile and document are read only when somebody asks for it, because the log keeps who did. */
function Compared({ player }: { player: number }) {
  const [fields, setFields] = useState<readonly ComparedValue[] | null>(null)
  const read = useAction({
    run: () => compareIdentityCheck(player),
    onDone: (compared) => setFields(compared.fields),
    onError: toastError,
  })
  if (fields === null) {
    return (
      <div>
        <Button size="s" variant="secondary" pending={read.isPending} onPress={() => void read.start()}>
          {say('identity.compare')}
        </Button>
      </div>
    )
  }
  if (fields.length === 0) return <Nothing>{say('identity.nothing')}</Nothing>
  return (
    <DataGrid
      label={say('identity.compared')}
      rows={fields}
      rowKey={({ field }) => field}
      columns={[
        { label: say('identity.field'), cell: ({ field }) => sayWord('identity_field', field) },
        { label: say('identity.profile'), cell: ({ profile }) => profile ?? '–' },
        { label: say('identity.document'), cell: ({ document }) => document || '–' },
        { label: say('identity.differences'), cell: ({ differs }) => <Badge tone={differs ? 'warning' : 'success'}>{say(differs ? 'identity.differs' : 'identity.agrees')}</Badge> },
      ]}
    />
  )
}
