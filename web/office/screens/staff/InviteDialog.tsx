import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormSelect, FormTextField } from '@/ui/form'
import { useSiteForm } from '@/ui/useSiteForm'
import { inviteMember, type Invitee } from '../../api/staff'
import type { Member } from '../../api/types'
import { say } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { emailAddress, required, ruled } from '../../ui/formRules'
import { LinkDialog } from '../../ui/LinkDialog'
import { roleOptions } from './roles'

interface InviteDialogProps {
  /** Whom to invite once more. */
  again?: Member
  onInvited: () => void
  onClose: () => void
}

/** Invites somebody, then shows the link that is theirs: once, for it is kept nowhere. */
export function InviteDialog({ again, onInvited, onClose }: InviteDialogProps) {
  const [link, setLink] = useState<string | null>(null)
  const { control, formState, onSubmit, refuse } = useSiteForm<Invitee>({
    name: 'office_invite',
    defaultValues: { email: again?.email ?? '', name: again?.name ?? '', role: again?.role ?? 'support' },
    resolver: ruled<Invitee>({ email: emailAddress, name: required }),
  })
  const { start, isPending } = useAction({
    run: ({ email, name, role }: Invitee, { idempotencyKey }) => inviteMember({ email: email.trim(), name: name.trim(), role }, idempotencyKey),
    onDone: (invited) => {
      setLink(invited.link)
      onInvited()
    },
    onError: (error) => refuse(error, ['email', 'name', 'role']),
  })
  const submit = onSubmit(start)
  if (link) return <LinkDialog link={link} text={say('staff.link_text')} onClose={onClose} />
  return (
    <Dialog title={say('staff.invite_title')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <FormTextField control={control} name="email" label={say('email')} type="email" inputMode="email" autoComplete="off" isRequired isDisabled={Boolean(again)} />
        <FormTextField control={control} name="name" label={say('staff.name')} help={say('staff.name_help')} autoComplete="off" maxLength={60} isRequired />
        <FormSelect control={control} name="role" label={say('staff.role')} autoComplete="off" options={roleOptions()} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={say('staff.invite')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
