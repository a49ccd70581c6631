import type { FieldValues } from 'react-hook-form'
import { asText, useBound, type Bound, type Unbound } from './boundField'
import { Select, type SelectProps } from './Select'

/** A `Select` of a form. */
export function FormSelect<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<SelectProps>) {
  const { value, ...bound } = useBound({ control, name })
  return <Select {...props} {...bound} value={asText(value)} />
}
