import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { FormTextField } from '@/ui/form'
import { say } from '../i18n/texts'

/** Takes the code of an authenticator app, which phones and password managers offer by themselves. */
export function CodeField<Values extends FieldValues>({ control, name }: { control: Control<Values>; name: FieldPath<Values> }) {
  return (
    <FormTextField
      control={control}
      name={name}
      label={say('code.label')}
      help={say('code.help')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      isRequired
      inputClassName="tracking-[0.2em] tabular-nums"
    />
  )
}
