import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { t } from '@/i18n/messages'
import { FormTextField } from '@/ui/form'

interface CodeFieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
  /** Asks for a recovery code in place of the app's. */
  isRecovery?: boolean
  autoFocus?: boolean
}

/** Takes a code of an authenticator app, which phones offer by themselves, or a recovery code. */
export function CodeField<Values extends FieldValues>({ control, name, isRecovery = false, autoFocus }: CodeFieldProps<Values>) {
  return (
    <FormTextField
      control={control}
      name={name}
      label={t(isRecovery ? 'security.recovery_code' : 'security.code')}
      help={t(isRecovery ? 'security.recovery_code_help' : 'security.code_help')}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      maxLength={isRecovery ? 20 : 9}
      isRequired
      autoFocus={autoFocus}
      inputClassName="font-display tracking-[0.2em] tabular-nums"
    />
  )
}
