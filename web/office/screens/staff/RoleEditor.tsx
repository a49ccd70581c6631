import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { changePermissions, makeRole } from '../../api/roles'
import type { Me, Permission, StaffRole } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { GROUPS, permissionsOf, permissionText, roleName } from './roles'

interface RoleEditorProps {
  /** The role that gets another version, or that a new one begins as a copy of. */
  role?: StaffRole
  /** It is made anew, whatever it begins with. */
  isNew: boolean
  me: Pick<Me, 'permissions'>
  onDone: () => void
  onClose: () => void
}

interface Typed {
  name: string
  reason: string
}

/**
 * What a role is called and allows. Nothing holds before another member approves it. What is typed stays when the server
 * refuses it, also when the reader's own permission was taken meanwhile.
 */
export function RoleEditor({ role, isNew, me, onDone, onClose }: RoleEditorProps) {
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set(role?.permissions))
  const { control, formState, onSubmit, refuse, clearErrors } = useSiteForm<Typed>({
    name: 'office_role_text',
    defaultValues: { name: isNew ? '' : (role?.title ?? ''), reason: '' },
    resolver: ruled<Typed>({ name: required, reason: required }),
  })
  const { start, isPending } = useAction({
    run: ({ name, reason }: Typed, { idempotencyKey }) => {
      const form = { name: name.trim(), reason: reason.trim(), permissions: [...chosen] }
      return role && !isNew ? changePermissions(role.id, role.version, form, idempotencyKey) : makeRole(form, idempotencyKey)
    },
    onDone: () => {
      showToast('successfully', t('roles.asked'))
      onDone()
    },
    onError: (error) => refuse(error, ['name', 'reason']),
  })
  const submit = onSubmit(start)
  const choose = (permission: Permission, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(permission)
    else next.delete(permission)
    setChosen(next)
    clearErrors('root')
  }
  return (
    <Dialog title={t(isNew ? 'roles.make_title' : 'roles.change_title')} onClose={onClose} size="l">
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        {isNew && role && <Alert>{t('roles.copy_of', { name: roleName(role.id, role.title) })}</Alert>}
        <FormTextField control={control} name="name" label={t('roles.name')} autoComplete="off" maxLength={60} isRequired />
        <PermissionBoxes chosen={chosen} me={me} onChoose={choose} />
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <p className="text-sm text-soft">{t('roles.second_person')}</p>
        <FormEnd problem={formState.errors.root?.message} confirm={t('roles.ask')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface PermissionBoxesProps {
  chosen: ReadonlySet<Permission>
  me: Pick<Me, 'permissions'>
  onChoose: (permission: Permission, isChosen: boolean) => void
}

/** Permissions by group. What the reader lacks can be taken out, and not put in. */
function PermissionBoxes({ chosen, me, onChoose }: PermissionBoxesProps) {
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
      {GROUPS.map((group) => (
        <fieldset key={group}>
          <legend className="text-base font-semibold">{t(`roles.group_${group}`)}</legend>
          {permissionsOf(group).map((permission) => (
            <Checkbox
              key={permission}
              isSelected={chosen.has(permission)}
              isDisabled={!me.permissions.includes(permission) && !chosen.has(permission)}
              onChange={(isChosen) => onChoose(permission, isChosen)}
            >
              {permissionText(permission)}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
