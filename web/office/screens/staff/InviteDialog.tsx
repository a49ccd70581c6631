import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { useSiteForm } from '@/ui/useSiteForm'
import { meQuery } from '../../api/me'
import { rolesQuery } from '../../api/roles'
import { inviteMember, type Invitee } from '../../api/staff'
import type { BrandChoice, Me, Member, StaffRole } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { emailAddress, required, ruled } from '../../ui/formRules'
import { LinkDialog } from '../../ui/LinkDialog'
import { Loaded } from '../../ui/Loaded'
import { BrandBoxes } from './BrandBoxes'
import { brandNames, roleName, roleOptions } from './roles'

interface InviteDialogProps {
  /** Whom to invite once more. */
  again?: Member
  brands: readonly BrandChoice[]
  onInvited: () => void
  onClose: () => void
}

/** Invites somebody, then shows the link that is theirs: once, for it is kept nowhere. */
export function InviteDialog({ onInvited, onClose, ...invitee }: InviteDialogProps) {
  const [link, setLink] = useState<string | null>(null)
  const roles = useQuery(rolesQuery)
  const { data: me } = useQuery(meQuery)
  const onLink = (made: string) => {
    setLink(made)
    onInvited()
  }
  if (link) return <LinkDialog link={link} text={t('staff.link_text')} onClose={onClose} />
  return (
    <Dialog title={t('staff.invite_title')} onClose={onClose}>
      <Loaded query={roles}>{({ roles }) => me && <InviteForm {...invitee} roles={roles} me={me} onLink={onLink} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

interface InviteFormProps extends Omit<InviteDialogProps, 'onInvited'> {
  roles: readonly StaffRole[]
  me: Me
  onLink: (link: string) => void
}

type Typed = Omit<Invitee, 'brands'>

function InviteForm({ again, brands, roles, me, onLink, onClose }: InviteFormProps) {
  const [bound, setBound] = useState<readonly string[]>(again?.brands ?? [])
  const options = roleOptions(roles, me)
  // Changing role and brands takes two, so who was here comes back with theirs; a role that was withdrawn is nobody's.
  const kept = roles.some(({ id }) => id === again?.role) ? again : undefined
  const { control, formState, onSubmit, refuse } = useSiteForm<Typed>({
    name: 'office_invite',
    defaultValues: { email: again?.email ?? '', name: again?.name ?? '', role: kept?.role ?? options[0]?.id ?? '' },
    resolver: ruled<Typed>({ email: emailAddress, name: required }),
  })
  const { start, isPending } = useAction({
    run: ({ email, name, role }: Typed, { idempotencyKey }) =>
      inviteMember({ email: email.trim(), name: name.trim(), role, brands: [...bound] }, idempotencyKey),
    onDone: (invited) => onLink(invited.link),
    onError: (error) => refuse(error, ['email', 'name', 'role']),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <FormTextField
        control={control}
        name="email"
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        isRequired
        isDisabled={Boolean(again)}
      />
      <FormTextField control={control} name="name" label={t('staff.name')} help={t('staff.name_help')} autoComplete="off" maxLength={60} isRequired />
      {kept ? (
        <p className="text-sm text-soft">{t('staff.access_kept', { role: roleName(kept.role, kept.role_title), brands: brandNames(kept.brands, brands) })}</p>
      ) : (
        <>
          <FormSelect control={control} name="role" label={t('staff.role')} autoComplete="off" options={options} isRequired />
          <BrandBoxes brands={brands} chosen={bound} onChange={setBound} />
        </>
      )}
      <FormEnd problem={formState.errors.root?.message} confirm={t('staff.invite')} isPending={isPending} onClose={onClose} />
    </form>
  )
}
