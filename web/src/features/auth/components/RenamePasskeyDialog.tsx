import type { FieldErrors, Resolver } from 'react-hook-form'
import type { PasskeyEntry } from '@/api/types'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { renamePasskey } from '../api/passkeys'
import { brokenPasskeyName, PASSKEY_NAME_MAX } from '../model/passkeyName'

interface NameValues {
  name: string
}

const resolver: Resolver<NameValues> = (values) => {
  const broken = brokenPasskeyName(values.name)
  if (!broken) return { values, errors: {} }
  const errors: FieldErrors<NameValues> = { name: { type: broken, message: ruleText('name', broken) } }
  return { values: {}, errors }
}

interface RenamePasskeyDialogProps {
  passkey: PasskeyEntry
  onDone: () => void
  onClose: () => void
}

/** Another name for a passkey. */
export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const { control, formState, onSubmit, refuse } = useSiteForm<NameValues>({ name: 'passkey_name', defaultValues: { name: passkey.name }, resolver })
  const { start } = useAction({
    run: ({ name }: NameValues, { idempotencyKey }) => renamePasskey(passkey.id, name.trim(), idempotencyKey),
    onDone,
    onError: (error) => void refuse(error, ['name']),
  })
  return (
    <Dialog title={t('security.passkey_rename_of', { name: passkey.name })} size="s" onClose={onClose}>
      <form onSubmit={(event) => void onSubmit(start)(event)} noValidate className="space-y-5">
        <FormTextField control={control} name="name" label={t('security.passkey_name')} autoComplete="off" maxLength={PASSKEY_NAME_MAX} isRequired autoFocus />
        <FormProblem text={formState.errors.root?.message} />
        <Button type="submit" size="l" wide pending={formState.isSubmitting}>
          {t('security.passkey_save')}
        </Button>
      </form>
    </Dialog>
  )
}
