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
import { t, tWord } from '../../i18n/texts'
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
    showToast('successfully', t(verdict === 'approve' ? 'identity.approved' : 'identity.rejected'))
    onChanged()
  }
  const actions = mayDecide && check?.state === 'review' && (
    <span className="flex flex-wrap gap-2">
      <Button size="s" onPress={() => setOpen({ verdict: 'approve', attempt: check.attempt })}>
        {t('identity.approve')}
      </Button>
      <Button size="s" variant="danger" onPress={() => setOpen({ verdict: 'reject', attempt: check.attempt })}>
        {t('identity.reject')}
      </Button>
    </span>
  )
  return (
    <Panel title={t('identity.title')} actions={actions}>
      <Loaded query={found}>{(data) => (data.check === null ? <Nothing>{t('identity.none')}</Nothing> : <Found check={data.check} />)}</Loaded>
      {open && (
        <ReasonDialog
          title={t(`identity.${open.verdict}_title`)}
          text={t(`identity.${open.verdict}_text`, { id: String(id) })}
          confirm={t(`identity.${open.verdict}`)}
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
        <Description label={t('identity.told')}>{tWord('identity_told', check.reported)}</Description>
        <Description label={t('identity.state')}>
          <Badge tone={TONE[check.state]}>{tWord('identity_state', check.state)}</Badge>
        </Description>
        <Description label={t('identity.attempt')}>{check.attempt}</Description>
        <Description label={t('identity.since')}>
          <Time at={check.reported_at} />
        </Description>
        {check.reasons.length > 0 && (
          <Description label={t('identity.reasons')}>{check.reasons.map((reason) => tWord('identity_reason', reason)).join(', ')}</Description>
        )}
        <Description label={t('identity.doubts')}>
          <Doubts check={check} />
        </Description>
        {check.decided_by !== null && <Description label={t('identity.decided')}>{check.decided_by}</Description>}
      </DescriptionList>
      {check.partner_url !== null && (
        <a
          href={check.partner_url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block rounded-s text-sm text-link underline-offset-4 hover:underline"
        >
          {t('identity.open')}
        </a>
      )}
      <Compared key={`${check.attempt} ${check.reported_at}`} player={check.player.id} />
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
          {t('identity.compare')}
        </Button>
      </div>
    )
  }
  if (fields.length === 0) return <Nothing>{t('identity.nothing')}</Nothing>
  return (
    <DataGrid
      label={t('identity.compared')}
      rows={fields}
      rowKey={({ field }) => field}
      columns={[
        { label: t('identity.field'), cell: ({ field }) => tWord('identity_field', field) },
        { label: t('identity.profile'), cell: ({ profile }) => profile ?? '–' },
        { label: t('identity.document'), cell: ({ document }) => document || '–' },
        {
          label: t('identity.differences'),
          cell: ({ differs }) => <Badge tone={differs ? 'warning' : 'success'}>{t(differs ? 'identity.differs' : 'identity.agrees')}</Badge>,
        },
      ]}
    />
  )
}
