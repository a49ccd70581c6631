import type { FieldValues } from 'react-hook-form'
import { asText, useBound, type Bound, type Unbound } from './boundField'
import { DateField, type DateFieldProps } from './DateField'

/** A `DateField` of a form. */
export function FormDateField<Values extends FieldValues>({ control, name, ...props }: Bound<Values> & Unbound<DateFieldProps>) {
  const { value, ...bound } = useBound({ control, name })
  return <DateField {...props} {...bound} value={asText(value)} />
}
