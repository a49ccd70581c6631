import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'

/** Where a field of a form lives. Its error messages are already texts in the player's language. */
export interface Bound<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
}

/** What a kit's field takes that the form does not give. */
export type Unbound<Props> = Omit<Props, 'value' | 'onChange' | 'onBlur' | 'name' | 'error' | 'isSelected' | 'ref'>

/** What the form gives one of its fields; `value` is whatever the form holds under that name. */
export function useBound<Values extends FieldValues>({ control, name }: Bound<Values>) {
  const { field, fieldState } = useController({ control, name })
  return { ref: field.ref, name: field.name, onChange: field.onChange, onBlur: field.onBlur, value: field.value as unknown, error: fieldState.error?.message }
}

/** A form's value as the text that a field shows. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
