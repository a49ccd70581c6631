import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { meQuery } from '../../api/me'
import { rolesQuery } from '../../api/roles'
import { askForAccess } from '../../api/staff'
import type { BrandChoice, Me, Member, StaffRole } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { BrandBoxes } from './BrandBoxes'
import { roleOptions } from './roles'

interface AccessDialogProps {
  member: Member
  brands: readonly BrandChoice[]
  onDone: () => void
  onClose: () => void
}

/** Asks for another role or other brands of a colleague. Nothing changes before another member approves it. */
export function AccessDialog({ member, ...others }: AccessDialogProps) {
  const roles = useQuery(rolesQuery)
  const { data: me } = useQuery(meQuery)
  return (
    <Dialog title={t('staff.access_title', { name: member.name })} onClose={others.onClose} size="s">
      <Loaded query={roles}>{({ roles }) => me && <AccessForm member={member} roles={roles} me={me} {...others} />}</Loaded>
    </Dialog>
  )
}

type AccessTyped = { role: string; reason: string }

function AccessForm({ member, brands, roles, me, onDone, onClose }: AccessDialogProps & { roles: readonly StaffRole[]; me: Me }) {
  const [bound, setBound] = useState<readonly string[]>(member.brands)
  const { control, formState, onSubmit, refuse } = useSiteForm<AccessTyped>({
    name: 'office_access',
    defaultValues: { role: member.role, reason: '' },
    resolver: ruled<AccessTyped>({ reason: required }),
  })
  const { start, isPending } = useAction({
    run: ({ role, reason }: AccessTyped, { idempotencyKey }) => askForAccess(member.id, { role, brands: [...bound], reason: reason.trim() }, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('roles.asked'))
      onDone()
    },
    onError: (error) => refuse(error, ['role', 'reason']),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <p className="text-sm text-soft">{t('staff.access_text')}</p>
      <FormSelect control={control} name="role" label={t('staff.role')} autoComplete="off" options={roleOptions(roles, me, member.role)} isRequired />
      <BrandBoxes brands={brands} chosen={bound} onChange={setBound} />
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd problem={formState.errors.root?.message} confirm={t('roles.ask')} isPending={isPending} onClose={onClose} />
    </form>
  )
}
