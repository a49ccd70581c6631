import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { Checkbox, type CheckboxProps } from './Checkbox'
import { DateField, type DateFieldProps } from './DateField'
import { Select, type SelectProps } from './Select'
import { LinesField, PasswordField, TextField, type TextFieldProps } from './TextField'

/** Where a field of a form lives. Its error messages are already texts in the player's language. */
interface Bound<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
}

type Unbound<Props> = Omit<Props, 'value' | 'onChange' | 'onBlur' | 'name' | 'error' | 'isSelected' | 'ref'>

function useBound<Values extends FieldValues>({ control, name }: Bound<Values>) {
  const { field, fieldState } = useController({ control, name })
  return { ref: field.ref, name: field.name, onChange: field.onChange, onBlur: field.onBlur, value: field.value as unknown, error: fieldState.error?.message }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

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

/** A `Select` of a form. */
export function FormSelect<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<SelectProps>) {
  const { value, ...bound } = useBound({ control, name })
  return <Select {...props} {...bound} value={asText(value)} />
}

/** A `DateField` of a form. */
export function FormDateField<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<DateFieldProps>) {
  const { value, ...bound } = useBound({ control, name })
  return <DateField {...props} {...bound} value={asText(value)} />
}

/** A `Checkbox` of a form. */
export function FormCheckbox<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<CheckboxProps>) {
  const { value, ...bound } = useBound({ control, name })
  return <Checkbox {...props} {...bound} isSelected={value === true} />
}
