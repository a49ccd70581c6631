import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { meQuery } from '../../api/me'
import { approveRole, refuseRole, ROLES, rolesQuery, withdrawRole } from '../../api/roles'
import { staffQuery } from '../../api/staff'
import type { Me, RoleChange, StaffRole } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { RoleDifference, RoleHistoryDialog, RequestStanding } from './RoleChanges'
import { RoleEditor } from './RoleEditor'
import { permissionText, roleName } from './roles'

/** Something to do about roles that a dialog asks about. */
type Open =
  | { kind: 'make'; role?: StaffRole }
  | { kind: 'change'; role: StaffRole }
  | { kind: 'withdraw'; role: StaffRole }
  | { kind: 'history'; role: StaffRole }
  | { kind: 'approve' | 'refuse'; change: RoleChange }
  | null

/** Roles: those that every installation has, those that this one has made, and what waits for a second member. */
export function RolesPage() {
  const roles = useQuery(rolesQuery)
  const { data: me } = useQuery(meQuery)
  const [open, setOpen] = useState<Open>(null)
  return (
    <>
      <PageHead
        title={t('roles.title')}
        lead={t('roles.lead')}
        actions={
          <Button size="s" icon="plus" onPress={() => setOpen({ kind: 'make' })}>
            {t('roles.make')}
          </Button>
        }
      />
      <Loaded query={roles}>
        {({ roles, waiting }) => (
          <div className="space-y-6">
            {waiting.length > 0 && me && <Waiting changes={waiting} me={me} onOpen={setOpen} />}
            <Panel title={t('roles.title')}>
              <DataGrid
                label={t('roles.title')}
                rows={roles}
                rowKey={({ id }) => id}
                columns={[
                  { label: t('roles.name'), cell: (role) => <Name role={role} /> },
                  { label: t('roles.allows'), cell: ({ permissions }) => <Permissions permissions={permissions} /> },
                  {
                    label: t('roles.members'),
                    cell: ({ members }) =>
                      members.length === 0 ? <span className="text-muted">{t('roles.nobody')}</span> : members.map(({ name }) => name).join(', '),
                  },
                  { label: t('staff.actions'), align: 'end', cell: (role) => <Actions role={role} onOpen={setOpen} /> },
                ]}
              />
            </Panel>
          </div>
        )}
      </Loaded>
      {open && me && <Dialogs open={open} me={me} onClose={() => setOpen(null)} />}
    </>
  )
}

function Name({ role: { id, title, version } }: { role: StaffRole }) {
  return (
    <>
      <span className="font-medium text-text">{roleName(id, title)}</span>
      <span className="block text-xs text-muted">{title === null ? t('roles.built') : t('roles.version', { version: String(version) })}</span>
    </>
  )
}

/** What a role allows, brought out on demand: most roles allow a lot. */
function Permissions({ permissions }: Pick<StaffRole, 'permissions'>) {
  return (
    <details>
      <summary className="cursor-pointer">{t('roles.count', { count: permissions.length })}</summary>
      <ul className="mt-1 list-disc pl-4 text-soft">
        {permissions.map((permission) => (
          <li key={permission}>{permissionText(permission)}</li>
        ))}
      </ul>
    </details>
  )
}

/** A built role is copied; one of the installation is changed, withdrawn once nobody has it, and has a history. */
function Actions({ role, onOpen }: { role: StaffRole; onOpen: (open: Open) => void }) {
  return (
    <span role="group" aria-label={t('staff.actions_for', { name: roleName(role.id, role.title) })} className="inline-flex flex-wrap justify-end gap-1">
      <Button size="s" variant="ghost" onPress={() => onOpen({ kind: 'make', role })}>
        {t('roles.copy')}
      </Button>
      {role.title !== null && (
        <>
          <Button size="s" variant="ghost" onPress={() => onOpen({ kind: 'history', role })}>
            {t('roles.history')}
          </Button>
          <Button size="s" variant="ghost" onPress={() => onOpen({ kind: 'change', role })}>
            {t('roles.change')}
          </Button>
          {role.members.length === 0 && (
            <Button size="s" variant="danger" onPress={() => onOpen({ kind: 'withdraw', role })}>
              {t('roles.withdraw')}
            </Button>
          )}
        </>
      )}
    </span>
  )
}

/** What waits for a second member. Who has asked for it may only take it back. */
function Waiting({ changes, me, onOpen }: { changes: readonly RoleChange[]; me: Me; onOpen: (open: Open) => void }) {
  return (
    <Panel title={t('roles.waiting')} actions={<Badge tone="warning">{String(changes.length)}</Badge>}>
      <ul className="divide-y divide-line text-sm text-soft">
        {changes.map((change) => (
          <li key={change.id} className="grid gap-3 py-3 first:pt-0 last:pb-0 md:grid-cols-[1fr_1fr_auto]">
            <div>
              <RoleDifference change={change} />
            </div>
            <div>
              <RequestStanding change={change} />
            </div>
            <div className="flex flex-wrap items-start gap-2">
              {change.requester !== me.id && change.state === 'waiting' && (
                <Button size="s" onPress={() => onOpen({ kind: 'approve', change })}>
                  {t('roles.approve')}
                </Button>
              )}
              <Button size="s" variant="secondary" onPress={() => onOpen({ kind: 'refuse', change })}>
                {t(change.requester === me.id ? 'roles.take_back' : 'roles.refuse')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Dialogs({ open, me, onClose }: { open: NonNullable<Open>; me: Me; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onDone = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: ROLES })
    void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
  }
  if (open.kind === 'make' || open.kind === 'change')
    return <RoleEditor role={open.role} isNew={open.kind === 'make'} me={me} onDone={onDone} onClose={onClose} />
  if (open.kind === 'history') return <RoleHistoryDialog role={open.role} onClose={onClose} />
  const asked = (kind: 'withdraw' | 'approve' | 'refuse') => () => {
    showToast('successfully', t(kind === 'withdraw' ? 'roles.asked' : `roles.${kind}_done`))
    onDone()
  }
  if (open.kind === 'withdraw') {
    const { role } = open
    return (
      <ReasonDialog
        title={t('roles.withdraw_title', { name: roleName(role.id, role.title) })}
        text={t('roles.withdraw_text')}
        confirm={t('roles.ask')}
        tone="danger"
        run={(reason, key) => withdrawRole(role.id, role.version, reason, key)}
        onDone={asked('withdraw')}
        onChanged={onDone}
        onClose={onClose}
      />
    )
  }
  const { kind, change } = open
  return (
    <ReasonDialog
      title={t(`roles.${kind}_title`)}
      text={<RoleDifference change={change} />}
      confirm={t(`roles.${kind}`)}
      tone={kind === 'approve' ? 'primary' : 'danger'}
      run={(reason, key) => (kind === 'approve' ? approveRole : refuseRole)(change.id, reason, key)}
      onDone={asked(kind)}
      onChanged={onDone}
      onClose={onClose}
    />
  )
}
