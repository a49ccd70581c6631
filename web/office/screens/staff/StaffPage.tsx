import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { buttonClass } from '@/ui/buttonStyle'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { meQuery } from '../../api/me'
import { ROLES } from '../../api/roles'
import { dismissMember, staffQuery } from '../../api/staff'
import type { BrandChoice, Member } from '../../api/types'
import { t, type OfficeKey } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { Time } from '../../ui/Time'
import { WaitingAccess } from './AccessChanges'
import { AccessDialog } from './AccessDialog'
import { InviteDialog } from './InviteDialog'
import { brandNames, roleName } from './roles'

/** Something to do about staff that a dialog asks about. */
type Open = { kind: 'invite'; member?: Member } | { kind: 'access' | 'dismiss'; member: Member } | null

/** Who works here, as what and for which brands; invitations and dismissals. */
export function StaffPage() {
  const staff = useQuery(staffQuery)
  const { data: me } = useQuery(meQuery)
  const [open, setOpen] = useState<Open>(null)
  return (
    <>
      <PageHead
        title={t('staff.title')}
        lead={t('staff.lead')}
        actions={
          <div className="flex flex-wrap gap-2">
            <Link to="/roles" className={buttonClass({ variant: 'secondary', size: 's' })}>
              {t('roles.title')}
            </Link>
            <Button size="s" icon="plus" onPress={() => setOpen({ kind: 'invite' })}>
              {t('staff.invite')}
            </Button>
          </div>
        }
      />
      <Loaded query={staff}>
        {({ members, brands, waiting }) => (
          <div className="space-y-6">
            {waiting.length > 0 && me && <WaitingAccess changes={waiting} brands={brands} me={me} />}
            <Panel title={t('staff.members')}>
              <DataGrid
                label={t('staff.members')}
                rows={members}
                rowKey={({ id }) => id}
                columns={[
                  { label: t('staff.name'), cell: (member) => <Name member={member} isMe={member.id === me?.id} /> },
                  { label: t('staff.role'), cell: ({ role, role_title }) => roleName(role, role_title) },
                  { label: t('staff.brands'), cell: (member) => <Brands member={member} brands={brands} /> },
                  { label: t('staff.state'), cell: (member) => <Standing member={member} /> },
                  { label: t('staff.signed_in'), cell: ({ signed_in_at }) => (signed_in_at ? <Time at={signed_in_at} /> : t('never')) },
                  { label: t('staff.invited_by'), cell: ({ invited_by }) => invited_by },
                  { label: t('staff.actions'), align: 'end', cell: (member) => <Actions member={member} isMe={member.id === me?.id} onOpen={setOpen} /> },
                ]}
              />
            </Panel>
          </div>
        )}
      </Loaded>
      <Dialogs open={open} brands={staff.data?.brands ?? []} onClose={() => setOpen(null)} />
    </>
  )
}

function Brands({ member, brands }: { member: Member; brands: readonly BrandChoice[] }) {
  if (member.brands.length === 0) return <span className="text-muted">{t('staff.all_brands')}</span>
  return brandNames(member.brands, brands)
}

function Name({ member, isMe }: { member: Member; isMe: boolean }) {
  return (
    <>
      <span className="font-medium text-text">{member.name}</span>
      {isMe && <span className="text-muted"> · {t('staff.you')}</span>}
      <span className="block text-xs text-muted">{member.email}</span>
    </>
  )
}

const STANDINGS: Record<Member['state'], { tone: 'success' | 'info' | 'neutral'; text: OfficeKey }> = {
  active: { tone: 'success', text: 'staff.active' },
  invited: { tone: 'info', text: 'staff.invited' },
  dismissed: { tone: 'neutral', text: 'staff.dismissed' },
}

function Standing({ member }: { member: Member }) {
  const { tone, text } = STANDINGS[member.state]
  return (
    <>
      <Badge tone={tone}>{t(text)}</Badge>
      {member.invitation_until && (
        <span className="block text-xs text-muted">
          {t('stops.until')} <Time at={member.invitation_until} />
        </span>
      )}
    </>
  )
}

/** What can be done about a colleague. Nobody changes or dismisses themselves. */
function Actions({ member, isMe, onOpen }: { member: Member; isMe: boolean; onOpen: (open: Open) => void }) {
  if (isMe) return null
  return (
    <span role="group" aria-label={t('staff.actions_for', { name: member.name })} className="inline-flex gap-1">
      {member.state !== 'active' && (
        <Button size="s" variant="ghost" onPress={() => onOpen({ kind: 'invite', member })}>
          {t('staff.invite_again')}
        </Button>
      )}
      {member.state !== 'dismissed' && (
        <>
          <Button size="s" variant="ghost" onPress={() => onOpen({ kind: 'access', member })}>
            {t('staff.change_access')}
          </Button>
          <Button size="s" variant="danger" onPress={() => onOpen({ kind: 'dismiss', member })}>
            {t('staff.dismiss')}
          </Button>
        </>
      )}
    </span>
  )
}

function Dialogs({ open, brands, onClose }: { open: Open; brands: readonly BrandChoice[]; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ROLES })
  }
  if (!open) return null
  if (open.kind === 'invite') return <InviteDialog again={open.member} brands={brands} onInvited={onChanged} onClose={onClose} />
  const done = () => {
    onChanged()
    onClose()
  }
  if (open.kind === 'access') return <AccessDialog member={open.member} brands={brands} onDone={done} onClose={onClose} />
  return <DismissDialog member={open.member} onDone={done} onClose={onClose} />
}

function DismissDialog({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => dismissMember(member.id, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('staff.dismissed_done', { name: member.name }))
      onDone()
    },
    onError: (error) => {
      toastError(error)
      onDone()
    },
  })
  return (
    <ConfirmDialog
      title={t('staff.dismiss_title', { name: member.name })}
      text={t('staff.dismiss_text')}
      confirm={t('staff.dismiss')}
      keep={t('cancel')}
      tone="danger"
      pending={isPending}
      onConfirm={() => void start()}
      onClose={onClose}
    />
  )
}
