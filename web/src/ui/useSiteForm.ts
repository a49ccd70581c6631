import { useEffect, useRef, type FormEvent } from 'react'
import { useForm, type FieldPath, type FieldValues, type UseFormProps, type UseFormReturn } from 'react-hook-form'
import { fieldTexts, problemText, refusedFields } from '@/i18n/errorText'
import { reportBrokenRules, reportRefusedFields } from '@/platform/refusedForms'

interface SiteFormProps<Values extends FieldValues> extends Omit<UseFormProps<Values>, 'mode'> {
  /** What the form is counted by when it is refused. */
  name: string
}

interface SiteForm<Values extends FieldValues> extends Omit<UseFormReturn<Values>, 'handleSubmit'> {
  /** Sends the form's values once the site's own rules let them pass. */
  onSubmit: (send: (values: Values) => Promise<unknown>) => (event?: FormEvent) => Promise<void>
  /**
   * Shows why a call with the form's values failed: at its `fields`, which come in the order of the form, and for what
   * concerns none of them, as a whole. Answers the first field with a complaint, which gets the focus.
   */
  refuse: (error: unknown, fields: readonly FieldPath<Values>[]) => FieldPath<Values> | undefined
  /** Focuses a field once what is under way is drawn: it may stand in a step of the form that is not on show yet. */
  focusLater: (field: FieldPath<Values>) => void
}

/**
 * A form of the site: checked when it is sent, not when a field is left, for a dialog would grow under a pointer that is
 * about to press something. A field that is edited loses its complaint at once, wherever that came from.
 */
export function useSiteForm<Values extends FieldValues>({ name, ...options }: SiteFormProps<Values>): SiteForm<Values> {
  const form = useForm<Values>({ ...options, mode: 'onSubmit' })
  const { subscribe, clearErrors, getFieldState, setError, setFocus, handleSubmit } = form

  useEffect(() => {
    const edited = ({ name: field }: { name?: string }) => {
      const path = field as FieldPath<Values> | undefined
      if (path && getFieldState(path).error) clearErrors(path)
      clearErrors('root')
    }
    return subscribe({ formState: { values: true }, callback: edited })
  }, [subscribe, clearErrors, getFieldState])

  const focusNext = useRef<FieldPath<Values>>(undefined)
  useEffect(() => {
    if (!focusNext.current) return
    setFocus(focusNext.current)
    focusNext.current = undefined
  })
  const focusLater = (field: FieldPath<Values>) => {
    focusNext.current = field
  }

  const refuse = (error: unknown, fields: readonly FieldPath<Values>[]): FieldPath<Values> | undefined => {
    reportRefusedFields(name, refusedFields(error))
    const texts = fieldTexts(error)
    const refused = fields.filter((field) => texts[field] !== undefined)
    for (const field of refused) setError(field, { type: 'server', message: texts[field] })
    const others = Object.entries(texts).filter(([field]) => !fields.some((own) => own === field))
    if (others.length > 0) setError('root', { message: [...new Set(others.map(([, text]) => text))].join(' ') })
    else if (refused.length === 0) setError('root', { message: problemText(error) })
    const [first] = refused
    if (first) focusLater(first)
    return first
  }

  const onSubmit: SiteForm<Values>['onSubmit'] = (send) => {
    const submit = handleSubmit(send, (errors) => reportBrokenRules(name, errors as Parameters<typeof reportBrokenRules>[1]))
    return async (event) => void (await submit(event))
  }

  return { ...form, refuse, onSubmit, focusLater }
}
