import type { FieldErrors, Resolver } from 'react-hook-form'
import { ruleText } from '@/i18n/errorText'
import { checkField, todayOf } from '@/domain/player/rules'

/** What a form asks that wants an address and nothing else. */
export interface EmailValues {
  email: string
}

/** Checks such a form. */
export const emailResolver: Resolver<EmailValues> = (values) => {
  const rule = checkField('email', true, values.email, { country: '', today: todayOf(Date.now()) })
  if (!rule) return { values, errors: {} }
  const errors: FieldErrors<EmailValues> = { email: { type: rule, message: ruleText('email', rule) } }
  return { values: {}, errors }
}
