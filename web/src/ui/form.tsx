import type { FieldValues } from 'react-hook-form'
import { asText, useBound, type Bound, type Unbound } from './boundField'
import { Checkbox, type CheckboxProps } from './Checkbox'
import { LinesField, PasswordField, TextField, type TextFieldProps } from './TextField'

/** A `TextField` of a react-hook-form form. */
export function FormTextField<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<TextFieldProps>) {
  const { value, ...bound } = useBound({ control, name })
  return <TextField {...props} {...bound} value={asText(value)} />
}

/** A `LinesField` of a form. */
export function FormLinesField<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<Parameters<typeof LinesField>[0]>) {
  const { value, ...bound } = useBound({ control, name })
  return <LinesField {...props} {...bound} value={asText(value)} />
}

/** A `PasswordField` of a form. */
export function FormPasswordField<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<Parameters<typeof PasswordField>[0]>) {
  const { value, ...bound } = useBound({ control, name })
  return <PasswordField {...props} {...bound} value={asText(value)} />
}

/** A `Checkbox` of a form. */
export function FormCheckbox<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<CheckboxProps>) {
  const { value, ...bound } = useBound({ control, name })
  return <Checkbox {...props} {...bound} isSelected={value === true} />
}
