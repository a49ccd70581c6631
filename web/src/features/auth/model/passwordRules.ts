import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { ruleText } from '@/i18n/errorText'
import { checkField, todayOf } from '@/domain/player/rules'

/** A form in which a new password is typed twice. */
export interface PasswordPair extends FieldValues {
  password: string
  password_confirmation: string
}

/** What is wrong with a new password, by field; empty when nothing is. */
export function passwordProblems({ password, password_confirmation: again }: PasswordPair): Record<string, string> {
  const rule = checkField('password', true, password, { country: '', today: todayOf(Date.now()) })
  if (rule) return { password: ruleText('password', rule) }
  return password === again ? {} : { password_confirmation: ruleText('password_confirmation', 'NOT_MATCH') }
}

/** Holds a form to the rules of a new password, and to `others`: fields that must not be empty. */
export function passwordResolver<Values extends PasswordPair>(others: readonly (keyof Values & string)[] = []): Resolver<Values> {
  return (values) => {
    const missing = others.filter((field) => values[field] === '').map((field) => [field, ruleText(field, 'REQUIRED')])
    const texts = { ...Object.fromEntries(missing), ...passwordProblems(values) } as Record<string, string>
    const errors = Object.fromEntries(Object.entries(texts).map(([field, message]) => [field, { type: 'rule', message }]))
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: errors as FieldErrors<Values> }
  }
}
