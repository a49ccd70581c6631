import { useWatch, type Control } from 'react-hook-form'
import { t } from '@/i18n/messages'
import { FormPasswordField } from '@/ui/form'
import type { PasswordPair } from '../model/passwordRules'
import { StrengthHint } from './StrengthHint'

interface NewPasswordFieldsProps {
  control: Control<PasswordPair>
  autoFocus?: boolean
}

/** A new password and its repetition. */
export function NewPasswordFields({ control, autoFocus = false }: NewPasswordFieldsProps) {
  const password = useWatch({ control, name: 'password' })
  return (
    <>
      <div>
        <FormPasswordField control={control} name="password" label={t('auth.new_password')} autoComplete="new-password" isRequired autoFocus={autoFocus} />
        <StrengthHint password={password} />
      </div>
      <FormPasswordField control={control} name="password_confirmation" label={t('auth.repeat_password')} autoComplete="new-password" isRequired />
    </>
  )
}
