import { Outbox } from './outbox'

/** A form that was not taken: by the site's own rules, or by the server. */
export interface RefusedForm {
  side: 'client' | 'server'
  /** Which form. */
  component: string
  /** The first code of each refused field, such as `VALIDATION.EMAIL.INVALID`; never what was typed. */
  errors: Record<string, string>
}

const outbox = new Outbox<RefusedForm>(10)

/** Hands every refused form to `take`. Returns how to stop. */
export const deliverRefusedForms = (take: (form: RefusedForm) => void) => outbox.deliverTo(take)

/** Reports a form that the site's own rules refused: `errors` as the form keeps them, each with its rule as type. */
export function reportBrokenRules(component: string, errors: Record<string, { type?: unknown } | undefined>): void {
  const codes = Object.entries(errors).flatMap(([field, error]) =>
    typeof error?.type === 'string' ? [[field, `VALIDATION.${field.toUpperCase()}.${error.type}`]] : [],
  )
  report({ side: 'client', component, errors: Object.fromEntries(codes) as Record<string, string> })
}

/** Reports a form that the server refused: `fields` as its answer has them. */
export function reportRefusedFields(component: string, fields: Record<string, readonly { code: string }[]>): void {
  const codes = Object.entries(fields).flatMap(([field, [first]]) => (first ? [[field, first.code]] : []))
  report({ side: 'server', component, errors: Object.fromEntries(codes) as Record<string, string> })
}

function report(form: RefusedForm): void {
  if (Object.keys(form.errors).length > 0) outbox.put(form)
}
