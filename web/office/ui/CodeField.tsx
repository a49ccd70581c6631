import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { FormTextField } from '@/ui/form'
import { t } from '../i18n/texts'

/** Takes the code of an authenticator app, which phones and password managers offer by themselves. */
export function CodeField<Values extends FieldValues>({ control, name }: { control: Control<Values>; name: FieldPath<Values> }) {
  return (
    <FormTextField
      control={control}
      name={name}
      label={t('code.label')}
      help={t('code.help')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      isRequired
      inputClassName="tracking-[0.2em] tabular-nums"
    />
  )
}
