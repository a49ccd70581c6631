import { useQuery } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormSelect } from '@/ui/form'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { meQuery } from '../../api/me'
import { rolesQuery } from '../../api/roles'
import { changeRole } from '../../api/staff'
import type { Me, Member, StaffRole } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { Loaded } from '../../ui/Loaded'
import { roleOptions } from './roles'

interface RoleDialogProps {
  member: Member
  onDone: () => void
  onClose: () => void
}

/** Gives a colleague another role; it holds from their next step on. */
export function RoleDialog({ member, onDone, onClose }: RoleDialogProps) {
  const roles = useQuery(rolesQuery)
  const { data: me } = useQuery(meQuery)
  return (
    <Dialog title={t('staff.role_title', { name: member.name })} onClose={onClose} size="s">
      <Loaded query={roles}>{({ roles }) => me && <RoleForm member={member} roles={roles} me={me} onDone={onDone} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

function RoleForm({ member, roles, me, onDone, onClose }: RoleDialogProps & { roles: readonly StaffRole[]; me: Me }) {
  const { control, formState, onSubmit, refuse } = useSiteForm<{ role: string }>({ name: 'office_role', defaultValues: { role: member.role } })
  const { start, isPending } = useAction({
    run: ({ role }: { role: string }, { idempotencyKey }) => changeRole(member.id, role, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('staff.role_changed', { name: member.name }))
      onDone()
    },
    onError: (error) => refuse(error, ['role']),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <p className="text-sm text-soft">{t('staff.role_text')}</p>
      <FormSelect control={control} name="role" label={t('staff.role')} autoComplete="off" options={roleOptions(roles, me, member.role)} isRequired />
      <FormEnd problem={formState.errors.root?.message} confirm={t('staff.change_role')} isPending={isPending} onClose={onClose} />
    </form>
  )
}
