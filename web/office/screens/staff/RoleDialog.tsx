import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormSelect } from '@/ui/form'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { changeRole } from '../../api/staff'
import type { Member, Role } from '../../api/types'
import { say } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { roleOptions } from './roles'

/** Gives a colleague another role; it holds from their next step on. */
export function RoleDialog({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const { control, formState, onSubmit, refuse } = useSiteForm<{ role: Role }>({ name: 'office_role', defaultValues: { role: member.role } })
  const { start, isPending } = useAction({
    run: ({ role }: { role: Role }, { idempotencyKey }) => changeRole(member.id, role, idempotencyKey),
    onDone: () => {
      showToast('successfully', say('staff.role_changed', { name: member.name }))
      onDone()
    },
    onError: (error) => refuse(error, ['role']),
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={say('staff.role_title', { name: member.name })} onClose={onClose} size="s">
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{say('staff.role_text')}</p>
        <FormSelect control={control} name="role" label={say('staff.role')} autoComplete="off" options={roleOptions()} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={say('staff.change_role')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
